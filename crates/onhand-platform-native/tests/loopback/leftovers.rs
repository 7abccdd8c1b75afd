//! What a request leaves behind: nothing, however it ends.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use onhand_platform::{HostError, LoopbackEndpoint};
use tokio::io::AsyncWriteExt;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::ask::{LONG, post};
use crate::server::{Server, read_request, wait_for_close};
use onhand_testkit::rerun::{in_child, rerun};

/// A runtime of one thread.
fn runtime() -> Runtime {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("starts")
}

/// Runs the server on a thread and a runtime of its own, so that none of its tasks are among those that
/// the requests may leave behind. It lives as long as the program.
fn elsewhere<F>(server: impl FnOnce() -> F + Send + 'static) -> LoopbackEndpoint
where
    F: Future<Output = Server>,
{
    let (tell, told) = std::sync::mpsc::channel();
    thread::spawn(move || {
        runtime().block_on(async {
            let server = server().await;
            tell.send(server.endpoint("127.0.0.1"))
                .expect("is waited for");
            std::future::pending::<()>().await
        });
    });
    told.recv().expect("starts")
}

async fn silent() -> Server {
    Server::start(|mut stream| async move { wait_for_close(&mut stream).await }).await
}

fn tasks() -> usize {
    Handle::current().metrics().num_alive_tasks()
}

#[test]
fn a_request_that_is_dropped_closes_its_connection_and_has_spawned_no_task() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc";
    // Dropped before the head, within it, and within the body.
    for sent in ["", &answer[..20], answer] {
        let (asked, wait_asked) = oneshot::channel();
        let (closed, wait_closed) = oneshot::channel();
        let signals = Mutex::new(Some((asked, closed)));
        let endpoint = elsewhere(move || {
            Server::start(move |mut stream| {
                let signals = signals.lock().expect("not poisoned").take();
                let (asked, closed) = signals.expect("one connection");
                async move {
                    read_request(&mut stream).await;
                    stream.write_all(sent.as_bytes()).await.expect("writes");
                    asked.send(()).expect("is waited for");
                    wait_for_close(&mut stream).await;
                    closed.send(()).expect("is waited for");
                }
            })
        });
        runtime().block_on(async {
            tokio::select! {
                answer = post(&endpoint, LONG) => panic!("ended by itself: {answer:?}"),
                asked = wait_asked => asked.expect("is asked"),
            }
            assert_eq!(tasks(), 0);
            let closed = timeout(LONG, wait_closed).await.expect("closes");
            closed.expect("closes");
        });
    }
}

/// One request after the other, 64 at a time, each to its deadline.
async fn ask_in_vain(endpoint: &LoopbackEndpoint, requests: usize) {
    let left = Arc::new(AtomicUsize::new(requests));
    let mut askers = JoinSet::new();
    for _ in 0..64 {
        let (left, endpoint) = (Arc::clone(&left), endpoint.clone());
        askers.spawn(async move {
            let another = |left: usize| left.checked_sub(1);
            while left
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, another)
                .is_ok()
            {
                let answer = post(&endpoint, Duration::from_millis(200)).await;
                assert_eq!(answer, Err(HostError::TimedOut));
            }
        });
    }
    while let Some(asker) = askers.join_next().await {
        asker.expect("no panic");
    }
    assert_eq!(left.load(Ordering::SeqCst), 0);
}

/// In a process of its own, whose descriptors and memory no other test uses.
#[test]
fn a_thousand_requests_to_a_silent_server_end_and_leave_nothing_behind() {
    if !in_child() {
        let test = "leftovers::a_thousand_requests_to_a_silent_server_end_and_leave_nothing_behind";
        return rerun(test, |_| {}).expect("starts");
    }
    let endpoint = elsewhere(silent);
    runtime().block_on(async {
        // What is made once and kept, by us and by the server, is there after these.
        ask_in_vain(&endpoint, 128).await;
        let before = Resources::now();
        ask_in_vain(&endpoint, 1000).await;
        assert_eq!(tasks(), 0);
        before.expect_back();
    });
}

/// In a process of its own too. Each server would send for ever.
#[test]
fn an_answer_without_end_takes_up_no_memory() {
    if !in_child() {
        let test = "leftovers::an_answer_without_end_takes_up_no_memory";
        return rerun(test, |_| {}).expect("starts");
    }
    for (start, rest, is_answer) in [
        ("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", false),
        ("HTTP/1.1 200 OK\r\n", "a: b\r\n", false),
        ("HTTP/1.1 200 OK\r\n\r\n", "a: b\r\n", true),
    ] {
        let many: Arc<str> = rest.repeat(2000).into();
        let endpoint = elsewhere(move || {
            Server::start(move |mut stream| {
                let many = Arc::clone(&many);
                async move {
                    read_request(&mut stream).await;
                    let mut sent = stream.write_all(start.as_bytes()).await;
                    while sent.is_ok() {
                        sent = stream.write_all(many.as_bytes()).await;
                    }
                }
            })
        });
        let before = Resources::now();
        let answer = runtime().block_on(post(&endpoint, LONG));
        assert_eq!(answer.is_ok(), is_answer, "{answer:?}");
        before.expect_back();
    }
}

/// What this process uses. Only Linux tells in a file; elsewhere tasks alone are counted.
#[derive(Debug)]
struct Resources {
    #[cfg(target_os = "linux")]
    descriptors: usize,
    #[cfg(target_os = "linux")]
    peak_kib: usize,
}

#[cfg(target_os = "linux")]
impl Resources {
    fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").expect("reads");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
        Resources {
            descriptors: std::fs::read_dir("/proc/self/fd").expect("lists").count(),
            peak_kib: peak.expect("is there").parse().expect("a number"),
        }
    }

    /// The server may be a moment behind in closing its ends.
    fn expect_back(&self) {
        let give_up = std::time::Instant::now() + LONG;
        let mut now = Resources::now();
        while now.descriptors > self.descriptors && std::time::Instant::now() < give_up {
            thread::sleep(Duration::from_millis(10));
            now = Resources::now();
        }
        assert!(now.descriptors <= self.descriptors, "{self:?} {now:?}");
        assert!(now.peak_kib < self.peak_kib + 8 * 1024, "{self:?} {now:?}");
    }
}

#[cfg(not(target_os = "linux"))]
impl Resources {
    fn now() -> Self {
        Resources {}
    }

    fn expect_back(&self) {}
}
