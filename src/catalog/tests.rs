//! Tests of ids, options and the errors about them.

use super::*;
use crate::game::ValidValues;
use crate::truncate::truncated_prefix;
use std::slice;

fn opened(id: &str, changes: &[(&str, OptionValue)]) -> Result<String, CatalogError> {
    let changes: Vec<_> = changes.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    let game = open(id, &changes, Frame::Board)?;
    assert_eq!(game.spec().frame, Frame::Board);
    Ok(game.spec().id.clone())
}

#[test]
fn ids_and_sets_of_options_are_unique() {
    for (at, variant) in variants().iter().enumerate() {
        for other in &variants()[..at] {
            assert_ne!(variant.id, other.id);
            let alone = variant.options.declaration().is_empty();
            assert!(alone || variant.options != other.options, "{} is {}", variant.id, other.id);
        }
    }
}

#[test]
fn a_game_has_one_declaration_that_names_each_option_once() {
    for (at, variant) in variants().iter().enumerate() {
        let declaration = variant.options.declaration();
        for other in &variants()[..at] {
            let other = other.options.declaration();
            assert_eq!(declaration.game == other.game, std::ptr::eq(declaration, other), "{}", variant.id);
        }
        for (at, spec) in declaration.options.iter().enumerate() {
            assert!(declaration.options[..at].iter().all(|other| other.name != spec.name), "{}", spec.name);
            assert!(!spec.description.is_empty());
        }
    }
}

/// In texts such as `flying=true,quiet=40`, the form of a value determines its type.
#[test]
fn no_word_looks_like_a_flag_or_a_number() {
    for variant in variants() {
        for spec in variant.options.declaration().options {
            let words = match &spec.valid_values {
                ValidValues::Word(words) => words,
                ValidValues::NumberOr { word, .. } => slice::from_ref(word),
                _ => continue,
            };
            for word in words {
                let odd =
                    word.parse::<i64>().is_ok() || ["true", "false"].contains(word) || word.contains(',');
                assert!(!odd && !word.is_empty() && truncated_prefix(word) == *word, "{}: {word}", spec.name);
            }
        }
    }
}

#[test]
#[cfg(debug_assertions)]
fn toys_can_be_opened_and_are_not_listed() {
    for id in ["toy", "toy-shared", "toy-strokes"] {
        assert_eq!(opened(id, &[]).as_deref(), Ok(id));
        assert!(ids().all(|listed| listed != id));
    }
    let unknown = opened("toy-share", &[]).expect_err("no id").to_string();
    assert!(!unknown.contains("toy-shared"), "{unknown}");
}

#[test]
fn custom_names_can_be_used_as_ids() {
    register("my-array", "chess960", &[("position", 7.into())]).expect("a name");
    assert_eq!(opened("my-array", &[]).as_deref(), Ok("chess960"));
    assert_eq!(opened("my-array", &[("position", 8.into())]).as_deref(), Ok("chess960"));
    // A custom variant of a custom variant.
    register("my-quiet-array", "my-array", &[("castling", false.into())]).expect("a name");
    let both = options("chess960", &[("position", 7.into()), ("castling", false.into())]);
    assert_eq!(find("my-quiet-array").map(|variant| variant.options.clone()), both);
    let typing = opened("my-aray", &[]).expect_err("no id").to_string();
    assert!(typing.contains("did you mean my-array"), "{typing}");
    register("my-array", "chess960", &[("position", 9.into())]).expect("the name again");
    assert_eq!(
        find("my-array").map(|variant| variant.options.clone()),
        options("chess960", &[("position", 9.into())])
    );
    for name in ["", "chess960", "My", "-a", "a b", &"a".repeat(61)] {
        assert!(register(name, "chess", &[("castling", false.into())]).is_err(), "{name}");
    }
    assert!(register("mine", "no-such-game", &[] as &[(&str, OptionValue)]).is_err());
    assert!(register("mine", "chess960", &[("position", 960.into())]).is_err());
    assert!(!custom_names().contains(&"mine"));
}

/// Returns the valid values at the bounds of an option, and values that are not valid.
fn bounds(valid_values: ValidValues) -> (Vec<OptionValue>, Vec<OptionValue>) {
    let (mut inside, mut outside): (Vec<OptionValue>, _) = match valid_values {
        ValidValues::Flag => (vec![true.into(), false.into()], vec![0.into(), 1.into(), "true".into()]),
        ValidValues::Number { min, max } | ValidValues::NumberOr { min, max, .. } => (
            vec![min.into(), max.into()],
            vec![(min - 1).into(), (max + 1).into(), i64::MIN.into(), i64::MAX.into(), true.into()],
        ),
        ValidValues::OneOf(numbers) => {
            let (min, max) = (numbers[0], numbers[numbers.len() - 1]);
            let between = (min - 1..=max + 1).filter(|number| !numbers.contains(number));
            (numbers.iter().map(|&number| number.into()).collect(), between.map(OptionValue::from).collect())
        }
        ValidValues::Word(words) => {
            (words.iter().map(|&word| word.into()).collect(), vec![0.into(), true.into()])
        }
    };
    if let ValidValues::NumberOr { word, .. } = valid_values {
        inside.push(word.into());
    }
    outside.push("nonsense".into());
    (inside, outside)
}

#[test]
fn bounds_of_options_are_as_declared() {
    for variant in variants() {
        for spec in variant.options.declaration().options {
            let (inside, outside) = bounds(spec.valid_values);
            for value in inside {
                let options =
                    options(&variant.id, &[(spec.name, value.clone())]).expect("a value that is taken");
                assert_eq!(options.get(spec.name), Some(&value));
            }
            for value in outside {
                let error =
                    opened(&variant.id, &[(spec.name, value.clone())]).expect_err("a value that is not");
                let text = error.to_string();
                assert_eq!(error, CatalogError::bad_value(&variant.id, spec, &value));
                assert!(
                    text.contains(&format!(": {} must be ", spec.name))
                        && text.contains(&spec.valid_values.to_string()),
                    "{text}"
                );
            }
        }
    }
}

/// Some values need a change of another option as well: four empty rows need fewer rows of men.
#[test]
fn every_declared_value_makes_a_game_or_has_a_reason_not_to() {
    const UNPLAYED: [(&str, &str); 1] = [("draughts", "skip")];
    let mut seen = Vec::new();
    for variant in variants() {
        let declaration = variant.options.declaration();
        if seen.contains(&declaration.game) {
            continue;
        }
        seen.push(declaration.game);
        for spec in declaration.options {
            for value in bounds(spec.valid_values).0 {
                let change = [(spec.name, value.clone())];
                let played = relatives(variant).any(|relative| match opened(&relative.id, &change) {
                    Ok(_) => true,
                    Err(CatalogError::BadOptions { reason, .. }) => {
                        assert!(!reason.is_empty());
                        false
                    }
                    Err(error) => panic!("{error}"),
                });
                let unplayed = UNPLAYED.contains(&(declaration.game, spec.name));
                assert!(played || unplayed, "{}: {}={value}", declaration.game, spec.name);
            }
        }
    }
}

#[test]
fn options_of_other_games_are_rejected() {
    let message = |id: &str, name: &str| opened(id, &[(name, 3.into())]).expect_err("no option").to_string();
    assert_eq!(
        message("chess", "position"),
        "chess has no option 'position'; its options: castling, castling_from, cylinder, double, double_step, \
         pawn_back, pawn_sideways, self_capture, shadow, stalemate, teams"
    );
    assert_eq!(
        message("chess960", "shadow"),
        "chess960 has no option 'shadow'; its options: castling, castling_from, double_step, pawn_back, \
         pawn_sideways, position, self_capture, stalemate"
    );
    assert_eq!(
        message("chess960", "positon"),
        "chess960 has no option 'positon' (did you mean position?); its options: castling, castling_from, \
         double_step, pawn_back, pawn_sideways, position, self_capture, stalemate"
    );
    assert_eq!(
        message("masquerade-chess", "castling"),
        "masquerade-chess has no option 'castling'; it has no options"
    );
    let masked = find("masquerade-chess").expect("an id");
    assert_eq!(
        relatives(masked).map(|relative| relative.id.as_str()).collect::<Vec<_>>(),
        ["masquerade-chess"]
    );
}

#[test]
fn errors_state_what_is_valid() {
    let unknown = opened("english-draught", &[]).expect_err("no id").to_string();
    assert!(unknown.contains("'english-draught'") && unknown.contains("english-draughts"), "{unknown}");
    let option = opened("english-draughts", &[("flyng", true.into())]).expect_err("no option").to_string();
    assert!(option.contains("no option 'flyng' (did you mean flying?); its options: size, dark"), "{option}");
    let value = opened("english-draughts", &[("size", 9.into())]).expect_err("no such board").to_string();
    assert_eq!(value, "english-draughts: size must be 8, 10 or 12, got 9");
    let word = opened("stax", &[("topology", "torus".into())]).expect_err("no such board").to_string();
    assert_eq!(word, "stax: topology must be flat, cylindrical or universal, got 'torus'");
    let long = "x".repeat(100_000);
    let word = opened("english-draughts", &[("size", long.as_str().into())]).expect_err("no size");
    let name = opened("english-draughts", &[(&long, true.into())]).expect_err("no option");
    assert!(word.to_string().len() < 500 && name.to_string().len() < 500);
}
