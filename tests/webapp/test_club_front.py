"""nginx with the configuration that ships, before two workers started as their container starts them, and one PostgreSQL."""

from __future__ import annotations

import http.client
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest
import yaml
from club_machines import ROOT, configuration, container_command, lacking, nginx, nginx_path, no_nginx, worker
from load import HAND, WON
from postgres import Cluster
from store_places import fresh

from webapp.uploads import SAMPLES

COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")


def asked(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", "replace"), response.headers
    finally:
        connection.close()


@pytest.mark.skipif(bool(no_nginx()), reason=no_nginx())
def test_nginx_takes_the_shipped_configuration(tmp_path: Path) -> None:
    command = [str(nginx_path()), "-t", "-c", str(configuration(tmp_path, 18080, [18001, 18002])), "-e", str(tmp_path / "errors"), "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_two_workers_behind_nginx_are_one_page_and_one_is_enough(tmp_path: Path, cluster: Cluster) -> None:
    database = fresh(cluster)
    with ExitStack() as club:
        (first, _process), (second, doomed) = (club.enter_context(worker(tmp_path, database)) for _ in range(2))
        port, _pid = club.enter_context(nginx(tmp_path, [first, second]))
        own = f"http://127.0.0.1:{port}"
        # A form made by either worker, posted through nginx with the browser's Origin: its token and its name are taken.
        status, page, headers = asked(port, "GET", f"/result?d={HAND}&{WON}")
        token, cookie = re.search(r'name="csrf_token" value="([^"]+)"', page), headers.get_all("Set-Cookie") or []
        assert status == 200 and token is not None
        sent = urlencode([("d", HAND), *(pair.split("=") for pair in WON.split("&")), ("csrf_token", token[1])]).encode()
        form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": "; ".join(each.partition(";")[0] for each in cookie)}
        assert asked(port, "POST", "/hands/", sent, Origin="http://elsewhere.example", **form)[0] == 403
        status, _page, headers = asked(port, "POST", "/hands/", sent, Origin=own, **form)
        assert status == 303
        for each in (port, first, second):
            assert asked(each, "GET", headers["Location"])[0] == 200
        assert own + headers["Location"] in asked(port, "GET", headers["Location"])[1]  # the link to send on names nginx, not a worker
        # A photo larger than what nginx takes by itself is read.
        photo = (SAMPLES / "all-pongs.jpg").read_bytes()
        body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n' + photo + bytes(2_000_000) + b"\r\n--x--\r\n"
        status, said, _headers = asked(port, "POST", "/api/read", body, Content_Type="multipart/form-data; boundary=x")
        assert status == 200 and '"tiles"' in said
        doomed.kill()
        doomed.wait()
        assert [asked(port, "GET", path)[0] for path in ("/", headers["Location"], "/healthz", "/guide") * 2] == [200] * 8


def test_every_variable_that_compose_asks_for_is_told_on_the_page() -> None:
    asked_for = set(re.findall(r"\$\{(\w+)", (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")))
    told = set(re.findall(r"^(\w+)=", re.search(r"```ini\n(.*?)```", PAGE, re.DOTALL)[1], re.MULTILINE))  # type: ignore[index]
    assert asked_for == told


def test_every_file_port_and_command_that_compose_names_is_there() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"database", "worker", "nginx"}
    for service in services.values():
        for other in service.get("depends_on", {}):
            assert "healthcheck" in services[other]
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / "deploy" / source).is_file()
    module, _colon, call = container_command()[-1].partition(":")
    assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file() and call == "serve()"
    compile(services["worker"]["healthcheck"]["test"][-1], "healthcheck", "exec")
    assert "127.0.0.1:8001/healthz" in services["worker"]["healthcheck"]["test"][-1] and "0.0.0.0:8001" in container_command()
    assert f"@{next(name for name in services if 'postgres' in str(services[name].get('image')))}/fanlens" in services["worker"]["environment"]["DATABASE_URL"]
    assert services["nginx"]["ports"] == ["8080:80"] and ":8080" in PAGE


def test_the_pages_commands_name_what_is_there() -> None:
    for module in re.findall(r"python -m ([\w.]+)", PAGE):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()
    for target in re.findall(r"`make ([\w-]+)", PAGE):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
