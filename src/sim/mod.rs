//! Playouts, vector environments and perft: written once, generic over games.

pub mod picture;
