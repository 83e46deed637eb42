"""Pages whose commands are typed in a shell."""
