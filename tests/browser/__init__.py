"""The web app, tried as a person would: in the system's Chromium, against a real `jeopardice serve`."""
