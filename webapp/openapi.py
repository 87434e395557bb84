def document(): return {}
