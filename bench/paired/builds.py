"""Commits as programs: a work tree for each, built once and kept."""
import os
import subprocess
import time

from machine import Failed

# The launcher records loaded classes beside the first runs; a command without that record is slower.
RECORD_PATIENCE = 300


class Program:
    """A commit that was built."""

    def __init__(self, commit, folder, processes, scratch, more_options=""):
        self.name = commit[:7] + (" " + more_options if more_options else "")
        self.commit = commit
        self.launcher = os.path.join(folder, "pando")
        self.folder = folder
        self.processes = processes
        # Clusters of 'bench recovery' and its like are made in the folder for temporary files.
        options = "-Djava.io.tmpdir=%s -Duser.home=%s %s" % (scratch, scratch, more_options)
        self.env = dict(os.environ, PANDO_OPTS=(os.environ.get("PANDO_OPTS", "") + " " + options).strip())
        self.env.pop("PANDO_CONF", None)
        self.helps = {}

    def run(self, *words, **more):
        return self.processes.run([self.launcher, *words], env=self.env, **more)

    def lacks(self, words, options):
        """What a command of this commit lacks, for people; None if it has all."""
        if words not in self.helps:
            done = subprocess.run([self.launcher, *words, "--help"], env=self.env, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            known = done.returncode == 0 and "Usage: pando " + " ".join(words) in done.stdout
            self.helps[words] = done.stdout if known else None
        told = self.helps[words]
        if told is None:
            return "has no 'pando %s'" % " ".join(words)
        missing = [option for option in options if option not in told]
        return "has no %s for 'pando %s'" % (", ".join(missing), " ".join(words)) if missing else None


def git(root, *words):
    done = subprocess.run(["git", "-C", root, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Failed("git %s: %s" % (" ".join(words), done.stderr.strip()))
    return done.stdout.strip()


def resolve(root, name):
    """The whole hash of a commit."""
    try:
        return git(root, "rev-parse", "--verify", "--quiet", name + "^{commit}")
    except Failed:
        raise Failed("'%s' is neither a commit of this repository nor a test" % name)


def is_dirty(root):
    return bool(git(root, "status", "--porcelain", "--untracked-files=no"))


def prepare(root, cache, commit, say):
    """The folder with a commit's work tree, built, with its records of loaded classes."""
    folder = os.path.join(cache, commit)
    if not os.path.exists(os.path.join(folder, "pando")):
        git(root, "worktree", "prune")
        git(root, "worktree", "add", "--detach", "--force", folder, commit)
    if git(folder, "rev-parse", "HEAD") != commit:
        raise Failed("%s holds another commit: remove it with 'git worktree remove --force %s'" % (folder, folder))
    say("building %s, unless it is built" % commit[:7])
    done = subprocess.run([os.path.join(folder, "pando"), "--help"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Failed("commit %s cannot be built:\n%s" % (commit[:7], done.stderr[-3000:]))
    await_records(folder, say)
    return folder


def await_records(folder, say):
    """Waits until the launcher's records of loaded classes are there."""
    with open(os.path.join(folder, "pando")) as launcher:
        text = launcher.read()
    with open(os.path.join(folder, "target", "run", "current")) as current:
        run = os.path.join(folder, "target", "run", current.read().strip())
    deadline = time.monotonic() + RECORD_PATIENCE
    for name in ("pando.aot", "osd.aot"):
        record = os.path.join(run, name)
        while name in text and not os.path.exists(record):
            if time.monotonic() > deadline:
                say("warning: %s was not made within %d s; commands start without it" % (record, RECORD_PATIENCE))
                return
            time.sleep(1)
