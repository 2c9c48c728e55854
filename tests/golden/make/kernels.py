files = {}
