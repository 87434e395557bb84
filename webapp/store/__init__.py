"""What the page keeps: records of hands, tables' ledgers, and photos by consent; in one SQLite file, or in PostgreSQL.

It knows neither tiles nor pages nor languages: bodies are plain JSON data, and what a player is told of a fault is said elsewhere.
"""

from webapp.store.errors import Fault, StoreProblem
from webapp.store.place import default_url, home_folder
from webapp.store.store import Store

__all__ = ["Fault", "Store", "StoreProblem", "default_url", "home_folder"]
