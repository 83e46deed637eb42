"""The table: seats, actors, pools, effects, time, turns, questions, returns and seals."""
