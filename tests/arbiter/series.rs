//! Games one after another: who begins, with which pieces.

use jadoube::arbiter::Ending;
use jadoube::arbiter::series::{GameOfSeries, Player};
use jadoube::rules::Color;
use jadoube::rules::laws::Code;

fn next(code: Code, ended: Ending) -> GameOfSeries {
    GameOfSeries::by_lot(Player::First).next(code, ended)
}

/// amateur1804:II accomplished1837:9 british1897:II.1 rogers1907:V
#[test]
fn the_first_move_alternates() {
    let codes = [Code::England1804, Code::Accomplished1837, Code::British1897, Code::Rogers1907];
    for code in codes {
        let second = next(code, Ending::Won(Color::White));
        assert_eq!(second.begins, Player::Second, "{code}");
        assert_eq!(second.next(code, Ending::Won(Color::Black)).begins, Player::First, "{code}");
    }
    assert_eq!(next(Code::British1897, Ending::Annulled).begins, Player::First);
    assert_eq!(next(Code::Rogers1907, Ending::Annulled).begins, Player::First);
    let of_1907 = next(Code::Rogers1907, Ending::Drawn);
    assert_eq!((of_1907.white, of_1907.first_color()), (Player::First, Color::Black));
}

/// accomplished1837:10
#[test]
fn a_drawn_game_of_1837_is_no_game() {
    assert_eq!(next(Code::Accomplished1837, Ending::Drawn).begins, Player::First);
    assert_eq!(next(Code::Accomplished1837, Ending::Won(Color::White)).begins, Player::Second);
    assert_eq!(next(Code::British1897, Ending::Drawn).begins, Player::Second);
}

/// federation1912:16 federation1912:17
#[test]
fn colours_alternate_in_1912_and_an_annulled_game_does_not_count() {
    let code = Code::Federation1912;
    let first = GameOfSeries::by_lot(Player::Second);
    assert_eq!((first.white, first.first_color()), (Player::Second, Color::White));
    let second = first.next(code, Ending::Drawn);
    assert_eq!((second.white, second.first_color()), (Player::First, Color::White));
    assert_eq!(first.next(code, Ending::Annulled).white, Player::Second);
}
