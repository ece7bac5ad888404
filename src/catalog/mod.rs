//! Every id and its options → a game.
