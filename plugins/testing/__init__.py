"""The kit for plugin authors: abstract tests of a store, more to come with the engine."""
