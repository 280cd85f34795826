//! Names that exist, for a model that guessed wrong.
