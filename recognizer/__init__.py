"""From a phone photo to the tiles in it, with every doubt shown."""
