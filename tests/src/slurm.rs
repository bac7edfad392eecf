// SPDX-License-Identifier: Apache-2.0
//! A cluster of Slurm with two nodes, all of it on this machine and of one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long the daemons may take to start.
const PATIENCE: Duration = Duration::from_secs(30);
/// Ports from which on those of a cluster are free, tried in steps.
const PORTS: std::ops::Range<u16> = 21000..29000;

/// A running cluster; it stops when it goes.
pub struct Cluster {
    folder: tempfile::TempDir,
}

/// Whether Slurm is installed, and this user may start it.
pub fn is_there() -> bool {
    let found = ["slurmctld", "slurmd", "sbatch", "munged"].iter().all(|program| {
        Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .output()
            .is_ok_and(|o| o.status.success())
    });

    let root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let there = found && root;
    assert!(there || std::env::var("CI").as_deref() != Ok("true"), "Slurm is missing, or this is not root");
    there
}

impl Cluster {
    /// Starts one with nodes `n1` and `n2` of two cores each, and waits until both are idle.
    pub fn start() -> Cluster {
        let folder = tempfile::Builder::new().prefix("sl").tempdir_in("/tmp").expect("a temporary folder");
        let at = folder.path();
        for name in ["m", "ctld", "n1", "n2"] {
            fs::create_dir(at.join(name)).expect("a folder");
        }
        let port = PORTS.step_by(4).find(|port| {
            (*port..*port + 4).all(|port| std::net::TcpListener::bind(("127.0.0.1", port)).is_ok())
        });
        let port = port.expect("free ports");
        let host = text(&Command::new("hostname").arg("-s").output().expect("hostname starts"));
        fs::write(at.join("slurm.conf"), configuration(at, host.trim(), port)).expect("a file");
        let cluster = Cluster { folder };
        cluster.shell(
            "(umask 077; head -c 1024 /dev/urandom > m/key); chmod 755 . m
             munged --key-file=$PWD/m/key --socket=$PWD/m/sock --pid-file=$PWD/m/pid --log-file=$PWD/m/log --seed-file=$PWD/m/seed
             slurmctld; slurmd -N n1; slurmd -N n2",
        );
        cluster.wait_until("both nodes are idle", PATIENCE, || {
            text(&cluster.try_shell("sinfo -h -N -o %T")).lines().filter(|state| *state == "idle").count()
                == 2
        });
        cluster
    }

    /// The value of `SLURM_CONF` for commands of this cluster.
    pub fn configuration(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    /// A shell command in the folder of the cluster that must succeed.
    pub fn shell(&self, command: &str) -> String {
        let output = self.try_shell(command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        text(&output)
    }

    fn try_shell(&self, command: &str) -> Output {
        Command::new("sh")
            .args(["-ec", command])
            .current_dir(self.folder.path())
            .env("SLURM_CONF", self.configuration())
            .env("PATH", format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default()))
            .output()
            .expect("a shell starts")
    }

    /// Kills a node and all that runs on it, as when its power fails.
    pub fn kill_node(&self, name: &str) {
        let pid =
            fs::read_to_string(self.folder.path().join(format!("{name}.pid"))).expect("a process number");
        let pid = pid.trim();
        // The steps of jobs are no children of the daemon, but have the node in their command line.
        self.shell(&format!(
            "kill -9 {pid}; for step in $(pgrep -f 'slurmstepd: \\[' || true); do
               if tr '\\0' '\\n' < /proc/$step/environ | grep -q '^SLURM_CONF={}$'; then
                 for child in $(pgrep -P $step); do
                   if tr '\\0' '\\n' < /proc/$child/environ | grep -q '^SLURMD_NODENAME={name}$'; then
                     kill -9 $step $child $(pgrep -P $child) || true
                   fi
                 done
               fi
             done",
            self.configuration().display()
        ));
    }

    /// Waits for something, or panics with what.
    pub fn wait_until(&self, what: &str, patience: Duration, mut holds: impl FnMut() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < patience, "not within {patience:?}: {what}\n{}", self.logs());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// What the daemons said, for a failure.
    fn logs(&self) -> String {
        let read = |name: &str| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        ["slurmctld.log", "n1.log", "n2.log"].map(read).join("\n")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let stop = "scancel -u root; scontrol shutdown; sleep 1; munged --stop --socket=$PWD/m/sock; \
                    for p in *.pid; do kill -9 $(cat $p); done";
        for part in stop.split(';') {
            let _ = self.try_shell(part);
        }
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Two nodes that are this machine, and what makes Slurm quick with short jobs.
fn configuration(at: &Path, host: &str, port: u16) -> String {
    let at = at.display();
    let [controller, daemon, first, second] = [port, port + 1, port + 2, port + 3];
    format!(
        "ClusterName=sweep
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={daemon}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthInfo=socket={at}/m/sock,cred_expire=5
StateSaveLocation={at}/ctld
SlurmdSpoolDir={at}/%n
SlurmctldPidFile={at}/slurmctld.pid
SlurmdPidFile={at}/%n.pid
SlurmctldLogFile={at}/slurmctld.log
SlurmdLogFile={at}/%n.log
SlurmdTimeout=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=2 RealMemory=4000
PartitionName=batch Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"
    )
}
