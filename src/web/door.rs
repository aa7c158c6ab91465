//! Who comes in: connections, as many as there is room for. Where there is none, the oldest that
//! has not become a page goes, so that connections that are only held open keep nobody out.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// As many connections there may be.
const MOST: usize = 128;
/// How long to wait when the system gives none.
const PAUSE: Duration = Duration::from_millis(50);

/// The door.
pub struct Door {
    listener: TcpListener,
    /// Those inside, the oldest first.
    inside: VecDeque<(oneshot::Sender<()>, Seat)>,
}

/// What is known of a connection: whether it has become a page.
#[derive(Clone, Default)]
pub struct Seat(Arc<AtomicBool>);

impl Seat {
    /// It has become a page, and stays until it goes by itself.
    pub fn keep(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Door {
    /// A door to what is listened on.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, inside: VecDeque::new() }
    }

    fn make_room(&mut self) {
        self.inside.retain(|(end, _)| !end.is_closed());
        while self.inside.len() >= MOST {
            let oldest = self.inside.iter().position(|(_, seat)| !seat.0.load(Ordering::Relaxed));
            // Pages are fewer than there is room for: one of the others is there to go.
            let Some((end, _)) = oldest.and_then(|at| self.inside.remove(at)) else { return };
            let _ = end.send(());
        }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    self.make_room();
                    let (end, ended) = oneshot::channel();
                    let seat = Seat::default();
                    self.inside.push_back((end, seat.clone()));
                    let _ = stream.set_nodelay(true);
                    return (Guest { stream, ended, seat }, address);
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection.
pub struct Guest {
    stream: TcpStream,
    /// Answered when it has to go.
    ended: oneshot::Receiver<()>,
    seat: Seat,
}

impl Connected<IncomingStream<'_, Door>> for Seat {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        stream.io().seat.clone()
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.ended.is_terminated() && Pin::new(&mut self.ended).poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
