// SPDX-License-Identifier: Apache-2.0
//! A machine that is reached over ssh: this one, by a server of one test.

use crate::is_installed;
use crate::processes::eventually;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server; it and all that was started over it stop when it goes.
pub struct Server {
    folder: tempfile::TempDir,
    daemon: Child,
}

/// Whether client and server are installed.
pub fn is_there() -> bool {
    // The server is in no path of ordinary users.
    is_installed("ssh") && is_installed("/usr/sbin/sshd")
}

impl Server {
    /// Starts one, to which this user has a key, and waits until it answers.
    pub fn start() -> Server {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = folder.path();
        for name in ["host", "user"] {
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(at.join(name))
                .status();
            assert!(made.expect("ssh-keygen starts").success());
        }
        // sshd wants it when root starts it, and only the system's own service makes it.
        let _ = fs::create_dir_all("/run/sshd");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let (server, client) = configurations(at, port);
        fs::write(at.join("server"), server).expect("a file");
        fs::write(at.join("client"), client).expect("a file");
        let daemon = Command::new("/usr/sbin/sshd")
            .args(["-D", "-f"])
            .arg(at.join("server"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("sshd starts");
        let server = Server { folder, daemon };
        eventually("sshd answers", || TcpStream::connect(("127.0.0.1", port)).ok());
        server
    }

    /// The command that reaches it, with its name for it.
    pub fn command(&self) -> String {
        format!("ssh -F {} machine", self.folder.path().join("client").display())
    }

    /// Kills the server and all that was started over it, as when the power of that machine fails.
    pub fn kill(&self) {
        let mut all = vec![self.daemon.id().to_string()];
        let mut seen = 0;
        while seen < all.len() {
            let children =
                Command::new("pgrep").args(["-P", &all[seen]]).output().expect("pgrep starts").stdout;
            all.extend(String::from_utf8_lossy(&children).lines().map(str::to_string));
            seen += 1;
        }
        // Some may have ended by now.
        let _ = Command::new("kill").arg("-9").args(all).stderr(Stdio::null()).status();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = self.daemon.wait();
    }
}

/// That of the server, and that of its clients.
fn configurations(at: &Path, port: u16) -> (String, String) {
    let at = at.display();
    let server = format!(
        "Port {port}
ListenAddress 127.0.0.1
HostKey {at}/host
AuthorizedKeysFile {at}/user.pub
StrictModes no
UsePAM no
PidFile none
LogLevel ERROR
MaxStartups 100
"
    );
    let client = format!(
        "Host machine
  HostName 127.0.0.1
  Port {port}
  IdentityFile {at}/user
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
"
    );
    (server, client)
}
