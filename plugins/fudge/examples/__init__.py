"""Whatever the book gives as an example, brought into play: its characters, animals and things."""
