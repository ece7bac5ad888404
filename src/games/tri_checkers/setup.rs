//! The men at the start, as listed in Tri-Checkers 4.10: the name of each set-up, and the cells of each seat.

/// Returns the men of each seat in a set-up.
pub fn men(name: &str) -> &'static [&'static str] {
    SET_UPS.iter().find(|set_up| set_up.0 == name).map_or(&[], |set_up| set_up.1)
}

const SET_UPS: [(&str, &[&str]); 15] = [
    ("2a", &["a2 a4 a6 a8 b2 b4 b6 b8 b10 c6 c8 c10", "f5 f7 f9 g3 g5 g7 g9 h1 h3 h5 h7 h9"]),
    ("2b", &["a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10", "f5 f7 f9 g3 g5 g7 g9 h1 h3 h5 h7 h9"]),
    (
        "3",
        &[
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "f1 f3 f5 g1 g3 g5 h1 h3 h5 i1 i3 j1",
            "f15 f17 f19 g13 g15 g17 h11 h13 h15 i11 i13 j11",
        ],
    ),
    (
        "4",
        &[
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "h5 h7 h9 i3 i5 i7 i9 j1 j3 j5 j7 j9",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f1 f3 f5",
            "f15 f17 f19 g13 g15 g17 h11 h13 h15 i11 i13 j11",
        ],
    ),
    (
        "6a",
        &[
            "a3 a5 a7 a9 a11 b5 b7 b9 b11 c7 c9 c11",
            "b1 b3 c1 c3 c5 d1 d3 d5 e1 e3 e5 f3",
            "g2 g4 g6 h2 h4 h6 i2 i4 i6 j2 j4 k2",
            "j6 j8 j10 k4 k6 k8 k10 k12 l4 l6 l8 l10",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "b13 b15 c15 c17 d15 d17 d19 e17 e19 e21 f19 f21",
        ],
    ),
    (
        "6b",
        &[
            "a3 a5 a7 a9 a11 b5 b7 b9 b11 c7 c9 c11",
            "a1 b1 b3 c1 c3 c5 d1 d3 d5 e1 e3 e5",
            "g2 g4 g6 h2 h4 h6 i2 i4 i6 j2 j4 k2",
            "j6 j8 j10 k4 k6 k8 k10 l2 l4 l6 l8 l10",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f19 f21 f23",
        ],
    ),
    (
        "6c",
        &[
            "a3 a5 a7 a9 a11 b5 b7 b9 b11 c7 c9 c11",
            "a1 b1 b3 c1 c3 c5 d1 d3 d5 e1 e3 e5",
            "g2 g4 g6 h2 h4 h6 i2 i4 i6 j2 j4 k2",
            "j6 j8 j10 k4 k6 k8 k10 l2 l4 l6 l8 l10",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "a13 b13 b15 c13 c15 c17 d15 d17 d19 e17 e19 e21",
        ],
    ),
    ("Q2", &["a1 a3 a5 a7 a9 b3 b5 b7 b9 c5 c7 c9", "f5 f7 f9 g3 g5 g7 g9 h1 h3 h5 h7 h9"]),
    (
        "Q4",
        &[
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f1 f3 f5",
            "h6 h8 h10 i4 i6 i8 i10 j2 j4 j6 j8 j10",
            "e15 e17 e19 f14 f16 f18 g12 g14 g16 h12 h14 i12",
        ],
    ),
    (
        "Q4o",
        &[
            "a3 a5 a7 a9 a11 b5 b7 b9 b11 c7 c9 c11",
            "h5 h7 h9 i3 i5 i7 i9 j1 j3 j5 j7 j9",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f1 f3 f5",
            "e15 e17 e19 f14 f16 f18 g12 g14 g16 h12 h14 i12",
        ],
    ),
    (
        "Q4c",
        &[
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "h6 h8 h10 i4 i6 i8 i10 j2 j4 j6 j8 j10",
            "a1 b1 b3 c1 c3 c5 d1 d3 d5 e1 e3 e5",
            "f15 f17 f19 g13 g15 g17 h11 h13 h15 i11 i13 j11",
        ],
    ),
    (
        "Q6a",
        &[
            "a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10 d8",
            "h1 h3 h5 i1 i3 i5 i7 j1 j3 j5 k1 k3",
            "g17 g19 g21 h17 h19 h21 i15 i17 i19 j15 j17 k15",
            "b1 b3 c1 c3 c5 d1 d3 d5 d7 e1 e3 e5",
            "i8 j6 j8 j10 k4 k6 k8 k10 l4 l6 l8 l10",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f17 f19 f21",
        ],
    ),
    (
        "Q6b",
        &[
            "a3 a5 a7 a9 a11 b5 b7 b9 b11 c7 c9 c11",
            "j7 j9 j11 k5 k7 k9 k11 l3 l5 l7 l9 l11",
            "b1 c1 c3 d1 d3 d5 e1 e3 e5 f3 f5 f7",
            "g17 g19 g21 h17 h19 h21 i15 i17 i19 j15 j17 k15",
            "g3 g5 g7 h1 h3 h5 i1 i3 i5 j1 j3 k1",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f17 f19 f21",
        ],
    ),
    (
        "Q6c",
        &[
            "a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10 d8",
            "i12 j8 j10 j12 k6 k8 k10 k12 l4 l6 l8 l10",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f2 f4 f6",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "g3 g5 g7 h1 h3 h5 i1 i3 i5 j1 j3 k1",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f17 f19 f21",
        ],
    ),
    (
        "Q6d",
        &[
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "j8 j10 j12 k6 k8 k10 k12 l4 l6 l8 l10 l12",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f2 f4 f6",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "g1 g3 g5 h1 h3 h5 i1 i3 i5 j1 j3 k1",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f19 f21 f23",
        ],
    ),
];
