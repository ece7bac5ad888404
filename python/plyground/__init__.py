"""Chess and checkers variants, fast, behind one small contract."""
