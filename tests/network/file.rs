//! The file of a network: it keeps every number, and each kind of damage has an error of its own.

use jadoube::eval::network::features::{FLAGS, RELATED};
use jadoube::eval::network::{
    FEATURES, HEADS, HIDDEN, MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT, MOST_RELATION_WEIGHT, Network,
    NetworkError, RatingAdvantage,
};
use jadoube::rules::Position;

use super::Numbers;

/// A file whose header is this one, with a checksum that fits.
fn with_header(bytes: &[u8], header: &str) -> Vec<u8> {
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let mut changed = bytes[..8].to_vec();
    changed.extend((header.len() as u32).to_le_bytes());
    changed.extend(header.as_bytes());
    changed.extend(&bytes[12 + length..]);
    mend(&mut changed);
    changed
}

/// Makes the checksum fit.
fn mend(bytes: &mut [u8]) {
    let (summed, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(summed).to_le_bytes();
}

#[test]
fn what_is_written_is_read() {
    for seed in 0..3 {
        let network = Numbers::random(seed).network();
        let bytes = network.write();
        let read = Network::read(&bytes).unwrap();
        assert_eq!(read, network);
        assert_eq!(read.pedigree()["made"], "by chance");
        let position = Position::initial();
        let score = network.evaluate(&position, RatingAdvantage::NONE);
        assert_eq!(read.evaluate(&position, RatingAdvantage::NONE), score);
    }
}

#[test]
fn each_kind_of_damage_has_its_error() {
    let bytes = Numbers::random(1).network().write();
    let header =
        format!("{{\"hidden\":{HIDDEN},\"features\":{FEATURES},\"heads\":{HEADS},\"unit\":300}}");
    let plain = with_header(&bytes, &header);
    assert!(Network::read(&plain).is_ok(), "a pedigree may be missing");
    let other =
        |from: String, to: &str| Network::read(&with_header(&bytes, &header.replace(&from, to)));

    for foreign in [&b""[..], b"JADNET", b"JADGAME1 and more", &bytes[1..]] {
        assert_eq!(Network::read(foreign), Err(NetworkError::Foreign));
    }
    assert_eq!(Network::read(&bytes[..10]), Err(NetworkError::Cut));
    assert_eq!(Network::read(&bytes[..20]), Err(NetworkError::Cut));
    let no_json = Network::read(&with_header(&bytes, "hidden: 256"));
    assert!(matches!(no_json, Err(NetworkError::Header(_))), "{no_json:?}");
    let no_unit = other(",\"unit\":300".to_owned(), "");
    assert!(no_unit.unwrap_err().to_string().contains("unit"));
    for (what, number) in [("hidden", HIDDEN), ("features", FEATURES), ("heads", HEADS)] {
        let shape = other(format!("\"{what}\":{number}"), &format!("\"{what}\":511"));
        let expected = matches!(shape, Err(NetworkError::Shape { found: 511, expected, .. }) if expected == number);
        assert!(expected, "{shape:?}");
    }
    for unit in ["0", "-300", "1e6"] {
        let read = other("300".to_owned(), unit);
        assert!(matches!(read, Err(NetworkError::Unit(_))), "{read:?}");
    }
    for changed in [bytes[..bytes.len() - 1].to_vec(), [&bytes[..], b"!"].concat()] {
        let (found, expected) = (changed.len(), bytes.len());
        assert_eq!(Network::read(&changed), Err(NetworkError::Length { found, expected }));
    }
    for at in [bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        assert_eq!(Network::read(&bytes), Err(NetworkError::Checksum), "{at}");
    }
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let numbers = Numbers::random(2);
    let refused = |change: &dyn Fn(&mut Numbers)| {
        let mut changed = numbers.clone();
        change(&mut changed);
        Network::new(&changed.weights(), 300.0, serde_json::Value::Null).err()
    };
    let (input, output) = (MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT);
    assert_eq!(refused(&|numbers| numbers.input_weights[777] = input), None);
    for weight in [input + 1, -input - 1, i16::MIN] {
        let error = Some(NetworkError::InputWeight(weight));
        assert_eq!(refused(&|numbers| numbers.input_weights[777] = weight), error);
        assert_eq!(refused(&|numbers| numbers.input_bias[7] = weight), error);
    }
    let relation = MOST_RELATION_WEIGHT;
    for input in [RELATED, FLAGS - 1] {
        let at = input * HIDDEN + 5;
        assert_eq!(refused(&|numbers| numbers.input_weights[at] = -relation), None);
        let error = Some(NetworkError::RelationWeight(relation + 1));
        assert_eq!(refused(&|numbers| numbers.input_weights[at] = relation + 1), error);
    }
    assert_eq!(refused(&|numbers| numbers.input_weights[FLAGS * HIDDEN] = input), None);
    assert_eq!(refused(&|numbers| numbers.output_weights[77] = -output), None);
    for weight in [output + 1, i16::MIN] {
        let error = Some(NetworkError::OutputWeight(weight));
        assert_eq!(refused(&|numbers| numbers.output_weights[77] = weight), error);
    }
    let head = |numbers: &mut Numbers| numbers.output_weights[6 * HIDDEN..8 * HIDDEN].fill(output);
    assert_eq!(refused(&head), Some(NetworkError::Head(3)));
    let missing = refused(&|numbers| {
        numbers.output_bias.pop();
    });
    assert!(missing.unwrap().to_string().contains("23"));

    // The same from a file: it is checked there too.
    let mut bytes = numbers.network().write();
    let at = bytes.len() - 4 - 4 * HEADS - 2;
    bytes[at..at + 2].copy_from_slice(&i16::MAX.to_le_bytes());
    mend(&mut bytes);
    assert_eq!(Network::read(&bytes), Err(NetworkError::OutputWeight(i16::MAX)));
}
