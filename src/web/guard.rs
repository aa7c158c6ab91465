//! Who is answered. On this machine's own address: this machine. On any other: whoever has the
//! token that the address printed at the start carries; a cookie then carries it. `Host` must name
//! the server, so that no name of another's can be made to point here, and `Origin`, where a
//! browser sends one, must be the server itself.

use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Uri, header};

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Who is answered.
pub struct Guard {
    port: u16,
    /// Wanted where others than this machine can ask.
    token: Option<String>,
}

/// What becomes of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is answered.
    Welcome,
    /// It brought the token in its address: it is to come again without, and with this cookie.
    Cookie(String),
    /// It has no token.
    Unknown,
    /// It names another host, or comes from another page.
    Stranger,
}

impl Guard {
    /// The guard of what is served at an address.
    ///
    /// # Errors
    /// The system has no random numbers for a token.
    pub fn new(address: SocketAddr) -> std::io::Result<Self> {
        let token = if address.ip().is_loopback() { None } else { Some(random()?) };
        Ok(Self { port: address.port(), token })
    }

    /// The token, where there is one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Judges a request.
    pub fn judge(&self, uri: &Uri, headers: &HeaderMap) -> Verdict {
        if !self.is_for_us(headers) {
            return Verdict::Stranger;
        }
        let Some(token) = &self.token else { return Verdict::Welcome };
        let name = self.cookie_name();
        let cookies = headers.get(header::COOKIE).and_then(|value| value.to_str().ok());
        let brought = cookies.unwrap_or("").split(';').filter_map(|one| one.trim().split_once('='));
        if brought.into_iter().any(|(one, value)| one == name && is_same(value, token)) {
            return Verdict::Welcome;
        }
        let asked = uri.query().unwrap_or("").split('&').filter_map(|one| one.split_once('='));
        if asked.into_iter().any(|(one, value)| one == "token" && is_same(value, token)) {
            return Verdict::Cookie(format!("{name}={token}; HttpOnly; SameSite=Strict; Path=/"));
        }
        Verdict::Unknown
    }

    /// Browsers tell cookies apart by host, not by port.
    fn cookie_name(&self) -> String {
        format!("jadoube-{}", self.port)
    }

    /// Whether the host is the server, and whoever sent the request, if a browser tells, its page.
    fn is_for_us(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST) else { return false };
        let origin = text(header::ORIGIN).is_none_or(|origin| {
            origin.strip_prefix("http://").is_some_and(|origin| origin == host)
        });
        self.is_ours(host) && origin
    }

    /// Whether a host is this machine's: the loopback, or, where others are answered, any address
    /// in numbers, which no name server can make into something else.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        if port != self.port.to_string() {
            return false;
        }
        if name == "127.0.0.1" || name == "localhost" {
            return true;
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match name.parse::<IpAddr>() {
            Ok(ip) => self.token.is_some() || ip.is_loopback(),
            Err(_) => false,
        }
    }
}

fn random() -> std::io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

/// Compares in a time that does not tell how much agrees.
fn is_same(text: &str, token: &str) -> bool {
    let differ = text.bytes().zip(token.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    text.len() == token.len() && std::hint::black_box(differ) == 0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(list: &[(header::HeaderName, &str)]) -> HeaderMap {
        let pair = |(name, value): &(header::HeaderName, &str)| {
            (name.clone(), HeaderValue::from_str(value).unwrap())
        };
        list.iter().map(pair).collect()
    }

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    #[test]
    fn only_this_machine_and_its_own_page_are_answered() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap()).unwrap();
        assert_eq!(guard.token(), None);
        for (host, origin, ours) in [
            ("127.0.0.1:80", None, true),
            ("127.0.0.1", None, true),
            ("[::1]:80", None, true),
            ("localhost:80", Some("http://localhost:80"), true),
            ("127.0.0.1:80", Some("http://127.0.0.1:80"), true),
            ("127.0.0.1:81", None, false),
            ("192.168.1.2:80", None, false),
            ("board.example:80", None, false),
            ("127.0.0.1:80", Some("http://board.example"), false),
            ("127.0.0.1:80", Some("http://localhost:81"), false),
            ("127.0.0.1:80", Some("https://127.0.0.1:80"), false),
            ("127.0.0.1:80", Some("null"), false),
        ] {
            let mut list = vec![(header::HOST, host)];
            list.extend(origin.map(|origin| (header::ORIGIN, origin)));
            let expected = if ours { Verdict::Welcome } else { Verdict::Stranger };
            assert_eq!(guard.judge(&uri("/"), &headers(&list)), expected, "{host} {origin:?}");
        }
        assert_eq!(guard.judge(&uri("/"), &HeaderMap::new()), Verdict::Stranger, "no host at all");
    }

    #[test]
    fn elsewhere_the_token_is_asked_for_and_a_cookie_carries_it() {
        let guard = Guard::new("0.0.0.0:8080".parse().unwrap()).unwrap();
        let token = guard.token().unwrap().to_owned();
        assert_eq!(token.len(), 2 * TOKEN_BYTES);
        assert_ne!(Guard::new("0.0.0.0:8080".parse().unwrap()).unwrap().token(), Some(&*token));
        let host = (header::HOST, "192.168.1.2:8080");
        let plain = headers(std::slice::from_ref(&host));
        assert_eq!(guard.judge(&uri("/"), &plain), Verdict::Unknown);
        for wrong in ["", "0", &token[1..], &format!("{token}0"), &"0".repeat(32)] {
            let asked = uri(&format!("/?token={wrong}"));
            assert_eq!(guard.judge(&asked, &plain), Verdict::Unknown, "{wrong}");
        }
        let Verdict::Cookie(cookie) = guard.judge(&uri(&format!("/?token={token}")), &plain) else {
            panic!("the token is not taken");
        };
        let sent = cookie.split(';').next().unwrap().to_owned();
        let with = headers(&[host.clone(), (header::COOKIE, &format!("other=1; {sent}"))]);
        assert_eq!(guard.judge(&uri("/socket"), &with), Verdict::Welcome);
        let foreign = [(header::HOST, "board.example:8080"), (header::COOKIE, &*sent)];
        assert_eq!(guard.judge(&uri("/"), &headers(&foreign)), Verdict::Stranger);
        let elsewhere = [host, (header::ORIGIN, "http://board.example"), (header::COOKIE, &*sent)];
        assert_eq!(guard.judge(&uri("/"), &headers(&elsewhere)), Verdict::Stranger);
    }
}
