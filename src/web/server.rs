//! The server: files, and a WebSocket for each page. Only this machine may ask, and only for this
//! machine's own page: the address is the loopback, `Host` must name it (so that no name of
//! another's can be made to point here), and `Origin`, where a browser sends one, must be this
//! server. What arrives is bounded in size and rate. It knows nothing of games.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{Instant, timeout};

use super::Config;
use super::assets::FILES;
use super::hall::{Event, Hall};
use super::store::Store;

/// The longest message of a page, in bytes: a PGN of some hundred games.
const LONGEST_MESSAGE: usize = 512 * 1024;
/// As many pages may be connected.
const MOST_PAGES: usize = 32;
/// As many messages a page may send within a second; what is more waits.
const MOST_MESSAGES: u32 = 50;
/// As many messages may wait for a page that is slow to take them, before it is given up.
const MOST_WAITING: usize = 256;
/// How long a page may take for one message.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often clocks and analyses are looked at.
const TICK: Duration = Duration::from_millis(150);

/// What the page may load: its own files, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves the board until the process ends. `announce` is told the address once it is served.
///
/// # Errors
/// The port is taken, or the file of games cannot be used.
pub fn serve(config: &Config, announce: impl FnOnce(SocketAddr)) -> io::Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?
        .block_on(run(config, announce))
}

/// What every connection shares.
struct Shared {
    port: u16,
    events: Sender<Event>,
    next_page: AtomicU64,
    pages: AtomicUsize,
}

async fn run(config: &Config, announce: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let (store, games) = Store::open(&config.games)?;
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, config.port));
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("address {wanted}: {error}"));
    let listener = tokio::net::TcpListener::bind(wanted).await.map_err(named)?;
    let address = listener.local_addr()?;
    let (events, heard) = mpsc::channel(MOST_WAITING);
    let (answers, answered) = mpsc::unbounded_channel();
    let hall = Hall::new(store, games, config.other_codes, answers, events.clone());
    let shared = Arc::new(Shared {
        port: address.port(),
        events,
        next_page: AtomicU64::new(1),
        pages: AtomicUsize::new(0),
    });
    let mut router = Router::new().route("/socket", get(connect));
    for (path, kind, text) in FILES {
        let headers = [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")];
        router = router.route(path, get(move || async move { (headers, *text) }));
    }
    let router =
        router.layer(middleware::from_fn_with_state(Arc::clone(&shared), guard)).with_state(shared);
    announce(address);
    tokio::select! {
        served = axum::serve(listener, router) => served,
        () = attend(hall, heard, answered) => Ok(()),
    }
}

/// Tells the hall of everything, in order.
async fn attend(
    mut hall: Hall,
    mut heard: Receiver<Event>,
    mut answered: mpsc::UnboundedReceiver<super::thinker::Answer>,
) {
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            Some(event) = heard.recv() => hall.on_event(event),
            Some(answer) = answered.recv() => hall.on_answer(&answer),
            _ = tick.tick() => hall.on_event(Event::Tick),
        }
    }
}

/// Refuses who is not meant, and says in every answer what a page may do.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if !is_ours(request.headers(), shared.port) {
        return (StatusCode::FORBIDDEN, "this server answers only this machine\n").into_response();
    }
    let mut response = next.run(request).await;
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the host is this machine, and whoever sent the request, if a browser tells, this server.
fn is_ours(headers: &HeaderMap, port: u16) -> bool {
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).is_some_and(|host| hosts.iter().any(|ours| ours == host));
    let origin = text(header::ORIGIN).is_none_or(|origin| {
        origin.strip_prefix("http://").is_some_and(|host| hosts.iter().any(|ours| ours == host))
    });
    host && origin
}

async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    if shared.pages.load(Ordering::Relaxed) >= MOST_PAGES {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages\n").into_response();
    }
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(
        move |socket| async move {
            shared.pages.fetch_add(1, Ordering::Relaxed);
            let page = shared.next_page.fetch_add(1, Ordering::Relaxed);
            converse(socket, page, &shared.events).await;
            shared.pages.fetch_sub(1, Ordering::Relaxed);
            let _ = shared.events.send(Event::Left(page)).await;
        },
    )
}

/// Carries messages to and fro until one side has enough.
async fn converse(mut socket: WebSocket, page: u64, events: &Sender<Event>) {
    let (outbox, mut replies) = mpsc::channel::<Arc<str>>(MOST_WAITING);
    if events.send(Event::Joined(page, outbox)).await.is_err() {
        return;
    }
    let (mut second, mut count) = (Instant::now(), 0);
    loop {
        tokio::select! {
            reply = replies.recv() => {
                let Some(reply) = reply else { return };
                let sent = socket.send(Message::Text((&*reply).into()));
                if !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) {
                    return;
                }
            }
            received = socket.recv(), if count < MOST_MESSAGES => {
                count += 1;
                match received {
                    Some(Ok(Message::Text(text))) => {
                        if events.send(Event::Said(page, text.as_str().to_owned())).await.is_err() {
                            return;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => return,
                }
            }
            () = tokio::time::sleep_until(second + Duration::from_secs(1)) => {
                (second, count) = (Instant::now(), 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_and_its_own_page_are_answered() {
        for (host, origin, ours) in [
            ("127.0.0.1:80", None, true),
            ("localhost:80", Some("http://localhost:80"), true),
            ("127.0.0.1:80", Some("http://127.0.0.1:80"), true),
            ("127.0.0.1:81", None, false),
            ("board.example:80", None, false),
            ("127.0.0.1:80", Some("http://board.example"), false),
            ("127.0.0.1:80", Some("https://127.0.0.1:80"), false),
            ("127.0.0.1:80", Some("null"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(is_ours(&headers, 80), ours, "{host} {origin:?}");
        }
        assert!(!is_ours(&HeaderMap::new(), 80), "no host at all");
    }
}
