//! The server: files, pages of the book, and a WebSocket for each page. Who is answered is the
//! [`Guard`]'s to say. What arrives is bounded in size, in number and by the time that it takes, so
//! that no page can take the others' share. It knows nothing of games.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::connect_info::ConnectInfo;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use super::allowance::Allowance;
use super::assets::files;
use super::door::{Door, Seat};
use super::guard::{Guard, Verdict};
use super::hall::{Event, Hall};
use super::message::{Reply, Request as Asked};
use super::store::Store;
use super::{Config, USUAL_PORT, book};

/// The longest message of a page, in bytes: a PGN of some hundred games.
const LONGEST_MESSAGE: usize = 512 * 1024;
/// As many pages may be connected.
const MOST_PAGES: usize = 32;
/// As many messages may wait for a page that is slow to take them, before it is given up.
const MOST_WAITING: usize = 256;
/// How long a page may take for one message.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a page is asked whether it is still there, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);
/// How often clocks and analyses are looked at.
const TICK: Duration = Duration::from_millis(150);

/// What the page may load: its own files, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves the board until the process ends. `announce` is told the address of the page once it is
/// served.
///
/// # Errors
/// The port is taken, the file of games cannot be used, or `announce` has failed.
pub fn serve(config: &Config, announce: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?
        .block_on(run(config, announce))
}

/// What every connection shares.
struct Shared {
    guard: Guard,
    events: Sender<Event>,
    next_page: AtomicU64,
    pages: AtomicUsize,
}

async fn run(config: &Config, announce: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let (store, games) = Store::open(&config.games)?;
    let listener = listen(config).await?;
    let address = listener.local_addr()?;
    let guard = Guard::new(address)?;
    let page = address_of_page(address, guard.token());
    let (events, heard) = mpsc::channel(MOST_WAITING);
    let (answers, answered) = mpsc::unbounded_channel();
    let asked = (config.other_codes, config.penalty);
    let hall = Hall::new(store, games, asked, answers, events.clone());
    let shared = Arc::new(Shared {
        guard,
        events,
        next_page: AtomicU64::new(1),
        pages: AtomicUsize::new(0),
    });
    let mut router = Router::new().route("/socket", get(connect));
    for file in files() {
        let headers = [(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, "no-cache")];
        let text = Bytes::from(file.text);
        router = router.route(file.path, get(move || async move { (headers, text) }));
    }
    for path in book::addresses() {
        let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        router = router.route(
            path,
            get(move || async move { (headers, book::page(path).unwrap_or_default()) }),
        );
    }
    let router = router
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared);
    announce(&page)?;
    let service = router.into_make_service_with_connect_info::<Seat>();
    tokio::select! {
        served = axum::serve(Door::new(listener), service) => served,
        () = attend(hall, heard, answered) => Ok(()),
    }
}

/// Listens where it was told; on the usual port, or any, where no port was named.
async fn listen(config: &Config) -> io::Result<TcpListener> {
    let wanted = SocketAddr::from((config.listen, config.port.unwrap_or(USUAL_PORT)));
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("address {wanted}: {error}"));
    match (TcpListener::bind(wanted).await, config.port) {
        (Ok(listener), _) => Ok(listener),
        (Err(_), None) => TcpListener::bind((config.listen, 0)).await.map_err(named),
        (Err(error), Some(_)) => Err(named(error)),
    }
}

/// The address that a browser is given. One that stands for all addresses is none to go to.
fn address_of_page(address: SocketAddr, token: Option<&str>) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => SocketAddr::from((ip, address.port())),
    };
    match token {
        Some(token) => format!("http://{host}/?token={token}"),
        None => format!("http://{host}/"),
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
        // Nobody else has the thread while the hall works: now they have.
        tokio::task::yield_now().await;
    }
}

/// Refuses who is not meant, and says in every answer what a page may do.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match shared.guard.judge(request.uri(), request.headers()) {
        Verdict::Welcome => next.run(request).await,
        Verdict::Cookie(cookie) => {
            let to =
                [(header::LOCATION, request.uri().path().to_owned()), (header::SET_COOKIE, cookie)];
            (StatusCode::SEE_OTHER, to).into_response()
        }
        Verdict::Unknown => {
            let text = "the address that the board printed has a token: open that\n";
            (StatusCode::UNAUTHORIZED, text).into_response()
        }
        Verdict::Stranger => {
            (StatusCode::FORBIDDEN, "this server answers only its own page\n").into_response()
        }
    };
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

async fn connect(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(seat): ConnectInfo<Seat>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if shared.pages.load(Ordering::Relaxed) >= MOST_PAGES {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages\n").into_response();
    }
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(
        move |socket| async move {
            // Several may have been let in at the same time.
            if shared.pages.fetch_add(1, Ordering::Relaxed) < MOST_PAGES {
                seat.keep();
                let page = shared.next_page.fetch_add(1, Ordering::Relaxed);
                converse(socket, page, &shared.events).await;
                let _ = shared.events.send(Event::Left(page)).await;
            }
            shared.pages.fetch_sub(1, Ordering::Relaxed);
        },
    )
}

/// Carries messages to and fro until one side has enough. The hall has one message of a page at a
/// time, so that all pages have their turn.
async fn converse(mut socket: WebSocket, page: u64, events: &Sender<Event>) {
    let (outbox, mut replies) = mpsc::channel::<Arc<str>>(MOST_WAITING);
    if events.send(Event::Joined(page, outbox.clone())).await.is_err() {
        return;
    }
    let mut allowance = Allowance::new(Instant::now());
    let mut ping = tokio::time::interval(PING);
    let mut heard = Instant::now();
    loop {
        let wait = allowance.waits_until();
        tokio::select! {
            reply = replies.recv() => {
                let Some(reply) = reply else { return };
                let sent = socket.send(Message::Text((&*reply).into()));
                if !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) {
                    return;
                }
            }
            received = socket.recv(), if wait.is_none() => {
                heard = Instant::now();
                let cost = match received {
                    Some(Ok(Message::Text(text))) => {
                        match said(page, &text, events, &outbox).await {
                            Some(cost) => cost,
                            None => return,
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Duration::ZERO,
                    _ => return,
                };
                allowance.spend(cost, Instant::now());
            }
            () = tokio::time::sleep_until(wait.unwrap_or(heard)), if wait.is_some() => {
                allowance.earn(Instant::now());
            }
            _ = ping.tick() => {
                let silent = wait.is_none() && heard.elapsed() > SILENCE;
                let sent = socket.send(Message::Ping(Default::default()));
                if silent || !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// Passes a message on, and gives the time that it took. `None` where the page or the hall has
/// gone.
async fn said(
    page: u64,
    text: &str,
    events: &Sender<Event>,
    outbox: &Sender<Arc<str>>,
) -> Option<Duration> {
    let begun = Instant::now();
    let asked: Result<Asked, _> = serde_json::from_str(text);
    match asked {
        Ok(asked) => {
            let read = begun.elapsed();
            let (done, cost) = oneshot::channel();
            events.send(Event::Said(page, asked, done)).await.ok()?;
            Some(read + cost.await.ok()?)
        }
        Err(error) => {
            let reply = Reply::Error { text: format!("message: {error}") };
            outbox.try_send(reply.text()).ok()?;
            Some(begun.elapsed())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_that_is_printed_can_be_gone_to() {
        for (address, page) in [
            ("127.0.0.1:80", "http://127.0.0.1:80/"),
            ("0.0.0.0:81", "http://127.0.0.1:81/"),
            ("[::1]:82", "http://[::1]:82/"),
        ] {
            assert_eq!(address_of_page(address.parse().unwrap(), None), page);
        }
        let page = address_of_page("192.168.1.2:80".parse().unwrap(), Some("abc"));
        assert_eq!(page, "http://192.168.1.2:80/?token=abc");
    }
}
