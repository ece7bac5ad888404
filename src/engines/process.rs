//! The process of an engine. Threads read its output, so that a silent engine cannot block the player.

use super::settings::EngineSettings;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{self, Path};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes of a line that are kept.
const MAX_LINE: u64 = 1 << 16;

/// The number of lines that wait to be read. An engine that writes more has to wait.
const QUEUE_LEN: usize = 1 << 10;

/// The time between two calls of `go_on`.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time that an engine has to end after `quit`, before it is killed.
const QUIT_TIME: Duration = Duration::from_millis(200);

/// Folders of games that the `PATH` of some users lacks. Debian installs engines there.
const GAME_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A line that the engine has written, or the end of its output.
enum Output {
    Line(String),
    Error(String),
    End,
}

/// Why an engine did not answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The process has ended. Holds its exit status and the last line of its error output.
    Ended(Option<ExitStatus>, String),
    /// The time is over.
    TimedOut,
    /// `go_on` returned false.
    Stopped,
}

/// A running engine. It ends when this is dropped.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Output>,
    last_error: String,
}

impl Process {
    /// Starts a program. A name without a folder is looked up in `PATH`, then in the folders of games. A path
    /// is relative to the folder of this process.
    pub fn start(settings: &EngineSettings) -> io::Result<Process> {
        let program = &*settings.program;
        let spawn = |path: &Path| spawn(path, &settings.arguments, settings.folder.as_deref());
        let is_name = !program.contains(['/', '\\']);
        let started = if is_name { spawn(Path::new(program)) } else { spawn(&path::absolute(program)?) };
        let mut child = match started {
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_name => {
                let mut paths = GAME_FOLDERS.iter().map(|folder| Path::new(folder).join(program));
                spawn(&paths.find(|path| path.exists()).ok_or(error)?)?
            }
            started => started?,
        };
        let (sender, output) = sync_channel(QUEUE_LEN);
        let input = child.stdin.take();
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let process = Process { child, input, output, last_error: String::new() };
        if let Some(err) = err {
            let sender = sender.clone();
            thread::Builder::new().spawn(move || read_lines(err, &sender, Output::Error))?;
        }
        if let Some(out) = out {
            thread::Builder::new().spawn(move || {
                read_lines(out, &sender, Output::Line);
                let _ = sender.send(Output::End);
            })?;
        }
        Ok(process)
    }

    /// Sends a line. Errors are ignored: the engine has ended then, which the next answer shows.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// Passes the lines of the engine to `answer` until it returns a value. `go_on` is called several times
    /// per second.
    pub fn wait_for<T>(
        &mut self,
        limit: Duration,
        go_on: &mut dyn FnMut() -> bool,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoAnswer> {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(POLL_INTERVAL) {
                Ok(Output::Line(line)) => {
                    if let Some(found) = answer(&line) {
                        return Ok(found);
                    }
                }
                Ok(Output::Error(line)) => self.last_error = line,
                Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !go_on() {
                return Err(NoAnswer::Stopped);
            }
            if start.elapsed() > limit {
                return Err(NoAnswer::TimedOut);
            }
        }
    }

    /// Returns how the process ended. Its output is closed.
    fn ended(&mut self) -> NoAnswer {
        let (status, start) = (self.wait(QUIT_TIME), Instant::now());
        while start.elapsed() < QUIT_TIME
            && let Ok(output) = self.output.recv_timeout(POLL_INTERVAL)
        {
            if let Output::Error(line) = output {
                self.last_error = line;
            }
        }
        NoAnswer::Ended(status, std::mem::take(&mut self.last_error))
    }

    /// Waits until the process ends, for a limited time.
    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if start.elapsed() > limit {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        if self.wait(QUIT_TIME).is_none() {
            // An error means that the process has just ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn spawn(program: &Path, arguments: &[String], folder: Option<&str>) -> io::Result<Child> {
    let mut command = Command::new(program);
    folder.map(|folder| command.current_dir(folder));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C in a terminal must not end the engine before its player has stopped.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// Sends lines until the stream or the process ends. Blank lines are left out, and long lines are divided.
fn read_lines(stream: impl Read, sender: &SyncSender<Output>, output: fn(String) -> Output) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if !line.is_empty() && sender.send(output(line.to_string())).is_err() {
            return;
        }
    }
}
