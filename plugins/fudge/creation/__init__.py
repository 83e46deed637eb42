"""Making characters: freely, by quotas, from prose, with levels, by the dice (2.5 to 2.9)."""
