"""Computer players at the table: best play, the strategies of the library, a card."""
