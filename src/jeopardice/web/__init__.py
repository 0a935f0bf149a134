"""The web app: a JSON API over the library, and the pages that use it. No mathematics here."""
