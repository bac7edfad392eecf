// SPDX-License-Identifier: Apache-2.0

use super::*;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn output(path: &Path) -> Result<Output> {
    Files::default().writes(path)
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_written_file_has_the_bytes_and_leaves_no_temporary_behind() {
    let folder = folder();
    let path = folder.path().join("out.json");
    check_writable(&path).unwrap();
    write_atomically(&path, b"one").unwrap();
    output(&path).unwrap().write(b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(entries(folder.path()), 1);
}

#[test]
fn a_folder_appears_when_it_is_complete_and_only_where_none_was_filled() {
    let folder = folder();
    let path = folder.path().join("out");
    begin_folder(&path).map(drop).unwrap();
    assert_eq!(entries(folder.path()), 0);
    for _ in 0..2 {
        let new = begin_folder(&path).unwrap();
        finish_folder(new, &path).unwrap();
        assert_eq!(entries(folder.path()), 1);
    }
    fs::write(path.join("file"), "").unwrap();
    assert!(begin_folder(&path).unwrap_err().to_string().contains("not empty"));
}

#[test]
fn an_empty_folder_keeps_its_mode_and_a_link_to_it_stays() {
    let folder = folder();
    let [real, link] = ["real", "link"].map(|name| folder.path().join(name));
    fs::create_dir(&real).unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o700)).unwrap();
    symlink("real", &link).unwrap();
    let new = begin_folder(&link).unwrap();
    fs::write(new.path().join("file"), "x").unwrap();
    finish_folder(new, &link).unwrap();
    assert_eq!(fs::read(real.join("file")).unwrap(), b"x");
    assert_eq!(real.metadata().unwrap().mode() & MODE, 0o700);
    assert!(link.is_symlink());
}

#[test]
fn a_missing_folder_is_an_error_that_names_the_file() {
    let path = Path::new("no-such-folder/out.json");
    let text = format!("{:#}", output(path).err().unwrap());
    assert!(text.contains("no-such-folder/out.json") && text.contains("folder exists"), "{text}");
    assert!(write_atomically(path, b"").is_err());
    for path in ["", "/", ".", "no-such-folder/"] {
        assert!(output(Path::new(path)).is_err(), "`{path}`");
    }
}

#[test]
fn a_file_keeps_its_mode_and_a_copy_of_a_program_can_be_run_by_those_who_may_read_it() {
    let folder = folder();
    let [made, path] = ["made", "path"].map(|name| folder.path().join(name));
    fs::write(&made, "text").unwrap();
    for (of_made, before, after) in
        [(0o755, 0o600, 0o700), (0o755, 0o664, 0o775), (0o644, 0o640, 0o640), (0o644, 0o4711, 0o4711)]
    {
        fs::write(&path, "").unwrap();
        fs::set_permissions(&made, Permissions::from_mode(of_made)).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(before)).unwrap();
        output(&path).unwrap().write(b"text").unwrap();
        assert_eq!(path.metadata().unwrap().mode() & MODE, before);
        output(&path).unwrap().copy(&made).unwrap();
        assert_eq!(path.metadata().unwrap().mode() & MODE, after);
        assert_eq!(fs::read(&path).unwrap(), b"text");
    }
}

#[test]
fn a_file_keeps_its_owner() {
    let folder = folder();
    let path = folder.path().join("path");
    fs::write(&path, "").unwrap();
    if std::os::unix::fs::chown(&path, Some(12), Some(34)).is_err() {
        println!("skipped: only root may give files away");
        return;
    }
    output(&path).unwrap().write(b"text").unwrap();
    let after = path.metadata().unwrap();
    assert_eq!((after.uid(), after.gid(), after.len()), (12, 34, 4));
}

#[test]
fn a_link_of_the_user_is_followed_also_to_what_is_not_there_yet() {
    let folder = folder();
    let [a, b, real] = ["a", "b", "real"].map(|name| folder.path().join(name));
    symlink("b", &a).unwrap();
    symlink(&real, &b).unwrap();
    for text in ["one", "two"] {
        output(&a).unwrap().write(text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), text);
    }
    assert!(a.is_symlink() && b.is_symlink() && !real.is_symlink());
    symlink("loop", folder.path().join("loop")).unwrap();
    assert!(output(&folder.path().join("loop")).is_err());
}

#[test]
fn a_link_at_a_name_of_ours_is_replaced_and_what_is_no_file_refused() {
    let folder = folder();
    let [secret, name] = ["secret", "eq.v"].map(|name| folder.path().join(name));
    fs::write(&secret, "mine").unwrap();
    symlink(&secret, &name).unwrap();
    write_all(folder.path(), [("eq.v", "module")]).unwrap();
    assert_eq!(fs::read_to_string(&secret).unwrap(), "mine");
    assert_eq!(fs::read_to_string(&name).unwrap(), "module");
    let pipe = pipe(folder.path());
    let text = write_all(folder.path(), [("new.v", ""), ("pipe", "")]).unwrap_err().to_string();
    assert!(text.contains("not an ordinary file"), "{text}");
    assert!(pipe.exists() && !folder.path().join("new.v").exists());
}

/// A pipe with a name.
fn pipe(folder: &Path) -> PathBuf {
    let path = folder.join("pipe");
    let name = std::ffi::CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
    // SAFETY: a valid C string.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    path
}

#[test]
fn a_pipe_is_written_through_and_stays() {
    let folder = folder();
    let path = pipe(folder.path());
    let reader = std::thread::spawn({
        let path = path.clone();
        move || fs::read_to_string(path).unwrap()
    });
    let place = output(&path).unwrap();
    let mut file = place.begin().unwrap();
    file.write_all(b"through").unwrap();
    place.write(b"all ").unwrap();
    place.finish(file).unwrap();
    drop(place);
    assert_eq!(reader.join().unwrap(), "all through");
    assert_eq!(entries(folder.path()), 1);
}

#[test]
fn a_socket_is_written_through_and_stays() {
    let folder = folder();
    let path = folder.path().join("socket");
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    output(&path).unwrap().write(b"text").unwrap();
    let mut text = String::new();
    listener.accept().unwrap().0.read_to_string(&mut text).unwrap();
    assert_eq!(text, "text");
}

#[test]
fn a_device_is_written_through_and_stays() {
    let folder = folder();
    let path = folder.path().join("device");
    let name = std::ffi::CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
    // SAFETY: a valid C string. The device is that of /dev/null.
    if unsafe { libc::mknod(name.as_ptr(), libc::S_IFCHR | 0o600, libc::makedev(1, 3)) } != 0 {
        println!("skipped: only root may make devices");
        return;
    }
    if let Ok(place) = output(&path) {
        place.write(b"gone").unwrap();
    } else {
        println!("skipped: the file system does not open devices");
    }
    let before = path.symlink_metadata().unwrap();
    assert_eq!((before.mode() & libc::S_IFMT, before.rdev()), (libc::S_IFCHR, libc::makedev(1, 3)));
    assert!(write_atomically(&path, b"").is_err() && path.symlink_metadata().is_ok());
}

#[test]
fn what_is_open_for_writing_already_is_written_through_after_what_is_in_it() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut open = File::create(&path).unwrap();
    open.write_all(b"said ").unwrap();
    output(&path).unwrap().write(b"result ").unwrap();
    open.write_all(b"said after").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "said result said after");
}

#[test]
fn a_result_never_replaces_an_input_or_another_result_by_whatever_name() {
    let folder = folder();
    let [input, link, hard, new] = ["input", "link", "hard", "new"].map(|name| folder.path().join(name));
    fs::write(&input, "text").unwrap();
    symlink(&input, &link).unwrap();
    fs::hard_link(&input, &hard).unwrap();
    let mut files = Files::default();
    files.reads(&input);
    for name in [&input, &link, &hard, &folder.path().join("../").join(&input)] {
        let text = files.writes(name).err().unwrap().to_string();
        assert!(text.contains("it is the input") && text.contains("/input"), "{text}");
    }
    let first = files.writes(&new).unwrap();
    symlink(&new, folder.path().join("other")).unwrap();
    let text = files.writes(&folder.path().join("other")).err().unwrap().to_string();
    assert!(text.contains("it is the output"), "{text}");
    first.write(b"x").unwrap();
    assert!(files.writes(Path::new("/dev/null")).is_ok() && files.writes(Path::new("/dev/null")).is_ok());
}

#[test]
fn a_protected_file_is_refused_unless_one_is_root() {
    let folder = folder();
    let path = folder.path().join("path");
    fs::write(&path, "mine").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    match output(&path) {
        Ok(_) => assert!(File::options().write(true).open(&path).is_ok()),
        Err(error) => assert!(error.to_string().contains("write-protected"), "{error:#}"),
    }
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}
