package io.pando.sim.files.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.bytes.ByteRange;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.mds.journal.JournalLayout;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.Violation;
import io.pando.sim.files.FilesAudit;
import io.pando.sim.files.SimMds;
import io.pando.sim.files.check.Cells;
import io.pando.sim.files.check.FilesOp;
import io.pando.sim.files.check.PlayedCall;
import io.pando.sim.world.SimFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run, without troubles: programs end, everything is read once more, files without a
 * name are removed, and a server that replays the journal, and another one after it, show the same.
 * Last, all objects are compared with each other.
 */
final class FilesFinale {
  private static final long ENDS_WITHIN = 60 * SECOND;
  private static final int LISTED = 1_000;

  private final FilesSite site;
  private final SimCluster cluster;
  private final List<FilesPlayer> programs;
  private final SortedMap<String, Ino> directories;
  private final SortedMap<String, Ino> owned;
  private final List<Violation> violations;

  FilesFinale(
      FilesSite site,
      List<FilesPlayer> programs,
      SortedMap<String, Ino> directories,
      SortedMap<String, Ino> owned,
      List<Violation> violations) {
    this.site = site;
    this.cluster = site.cluster();
    this.programs = programs;
    this.directories = directories;
    this.owned = owned;
    this.violations = violations;
  }

  void run() {
    cluster.world().note("finale");
    for (SimMds each : site.servers()) {
      each.resume();
      if (!each.isAlive()) {
        each.start();
      }
    }
    cluster.world().runFor(SECOND / 4);
    programs.forEach(FilesPlayer::stop);
    if (!await(() -> programs.stream().allMatch(FilesPlayer::isIdle))) {
      for (FilesPlayer each : programs) {
        PlayedCall left = each.current();
        if (left != null && !each.isIdle()) {
          add(Violation.Kind.NO_PROGRESS, "not answered within a minute: " + left + account());
        }
      }
      return;
    }
    directories.putAll(owned);
    for (FilesSite.Client each : site.living()) {
      FileOutcome _ = play(each, new FilesOp.SyncAll(), new FileCall.SyncAll());
    }
    FilesSite.Client reader = site.open();
    SortedMap<String, Inode> first = readAll(reader);
    if (first == null) {
      return;
    }
    awaitPurge(first);
    compareReplayed(first);
    audit();
  }

  /** Links, totals, places and owners are as all objects say. */
  private void audit() {
    for (FilesSite.Client each : site.living()) {
      CompletableFuture<Boolean> closed = each.files().close();
      if (!await(closed::isDone)) {
        add(Violation.Kind.NO_PROGRESS, "a client cannot close: " + each.files() + account());
        return;
      }
    }
    JournalLayout journal = new JournalLayout(0, site.plan().mds().journalObjectBytes());
    FilesAudit.problems(cluster, FilesSite.FILES, journal)
        .forEach(problem -> add(Violation.Kind.FILES_WRONG, problem));
  }

  private String account() {
    StringBuilder text = new StringBuilder();
    site.living().forEach(it -> text.append("\n  ").append(it.files()));
    try {
      text.append("\n  ")
          .append(cluster.await(site.operator().admin().files().reportAsync(FilesSite.FILES, 0)));
    } catch (IllegalStateException | SimFailure silent) {
      text.append("\n  no report: ").append(silent.getMessage());
    }
    return text.toString();
  }

  private boolean await(BooleanSupplier condition) {
    return cluster.world().runUntil(condition, site.nowNanos() + ENDS_WITHIN);
  }

  /** A call of the history; null if it is not answered. */
  private @Nullable FileOutcome play(FilesSite.Client by, FilesOp op, FileCall call) {
    PlayedCall played = site.history().begin(by.number(), op, site.nowNanos());
    FileOutcome outcome = ask(by, call);
    if (outcome == null) {
      add(Violation.Kind.NO_PROGRESS, "not answered within a minute: " + played + account());
    } else {
      site.history().end(played, outcome, site.nowNanos());
    }
    return outcome;
  }

  private @Nullable FileOutcome ask(FilesSite.Client by, FileCall call) {
    CompletableFuture<FileOutcome> asked = by.files().call(Caller.ROOT, call);
    return await(asked::isDone) ? asked.join() : null;
  }

  // Everything is read

  /** All inodes by path; null if a call is not answered. */
  private @Nullable SortedMap<String, Inode> readAll(FilesSite.Client reader) {
    SortedMap<String, Inode> all = new TreeMap<>();
    SortedSet<Ino> read = new TreeSet<>();
    for (String directory : directories.keySet()) {
      FsRequest list = list(directory);
      FileOutcome outcome = play(reader, new FilesOp.List(directory), new FileCall.Request(list));
      if (!(outcome instanceof FileOutcome.Answered(FsAnswer.Listing it))) {
        return null;
      }
      for (FsAnswer.Entry each : it.entries()) {
        all.put(directory + "/" + each.name(), atRest(each.inode()));
        if (!each.inode().isDirectory() && read.add(each.inode().ino())) {
          read(reader, each.inode().ino());
        }
      }
    }
    return all;
  }

  /**
   * An inode without the range that its writers have, which ends a while after they closed it, and
   * without data that a server may have left when it failed: the next one cuts it before it is
   * used.
   */
  private static Inode atRest(Inode inode) {
    return inode.content() instanceof InodeContent.File it
        ? inode.withContent(it.withGranted(0).withoutUncut())
        : inode;
  }

  private FsRequest list(String directory) {
    Ino ino = directories.getOrDefault(directory, Ino.ROOT);
    return new FsRequest.ListDirectory(ino, -1, null, LISTED);
  }

  private void read(FilesSite.Client reader, Ino ino) {
    FileOutcome _ =
        play(reader, new FilesOp.Stat(ino), new FileCall.Request(new FsRequest.GetInode(ino)));
    FileOutcome opened = play(reader, new FilesOp.Open(ino), new FileCall.Open(ino, OpenMode.READ));
    if (opened instanceof FileOutcome.Opened it) {
      int cells = FilesProgram.MOST_CELLS;
      ByteRange all = new ByteRange(0, (long) cells * Cells.BYTES);
      FileOutcome _ =
          play(reader, new FilesOp.Read(ino, 0, cells), new FileCall.Read(it.handle(), all));
      FileOutcome _ =
          play(reader, new FilesOp.Close(ino, it.handle()), new FileCall.Close(it.handle()));
    } else {
      add(Violation.Kind.FILES_WRONG, "a file with a name cannot be opened: " + ino);
    }
  }

  // Files without a name

  private void awaitPurge(SortedMap<String, Inode> named) {
    SortedSet<String> inodes = new TreeSet<>();
    named.values().forEach(it -> inodes.add(it.ino().toString()));
    List<String> left = leftOver(inodes);
    long until = site.nowNanos() + ENDS_WITHIN;
    while (!left.isEmpty() && site.nowNanos() < until) {
      cluster.world().runFor(SECOND);
      left = leftOver(inodes);
    }
    if (!left.isEmpty()) {
      add(Violation.Kind.LEFT_OVER, "objects of files without a name: " + left);
    }
  }

  private List<String> leftOver(SortedSet<String> inodes) {
    List<String> left = new ArrayList<>();
    Pool pool = site.operator().pool(FilesSite.BYTES);
    ListPage page = cluster.await(pool.listPageAsync(null, LISTED));
    while (true) {
      for (String each : page.names()) {
        if (!inodes.contains(each.substring(0, each.indexOf('.')))) {
          left.add(each);
        }
      }
      if (page.next() == null) {
        return left;
      }
      page = cluster.await(pool.listPageAsync(page.next(), LISTED));
    }
  }

  // The journal

  /** A journal that is replayed, and replayed once more, gives the same names and inodes. */
  private void compareReplayed(SortedMap<String, Inode> first) {
    for (int i = 0; i < 2; i++) {
      site.servers().forEach(SimMds::crash);
      cluster.world().runFor(SECOND / 10);
      site.servers().getFirst().start();
      FilesSite.Client reader = site.open();
      for (String directory : directories.keySet()) {
        for (String path : differences(reader, directory, first)) {
          add(Violation.Kind.FILES_WRONG, "differs after replay " + (i + 1) + ": " + path);
        }
      }
    }
  }

  private List<String> differences(
      FilesSite.Client reader, String directory, SortedMap<String, Inode> first) {
    List<String> different = new ArrayList<>();
    FileOutcome outcome = ask(reader, new FileCall.Request(list(directory)));
    if (!(outcome instanceof FileOutcome.Answered(FsAnswer.Listing it))) {
      return List.of(directory + " is answered by " + outcome + account());
    }
    SortedMap<String, Inode> now = new TreeMap<>();
    it.entries().forEach(each -> now.put(directory + "/" + each.name(), atRest(each.inode())));
    SortedMap<String, Inode> before = new TreeMap<>();
    first.forEach((path, inode) -> {
      if (path.startsWith(directory + "/")) {
        before.put(path, inode);
      }
    });
    SortedSet<String> paths = new TreeSet<>(now.keySet());
    paths.addAll(before.keySet());
    for (String path : paths) {
      if (!Objects.equals(before.get(path), now.get(path))) {
        different.add(path + ": " + before.get(path) + ", now " + now.get(path));
      }
    }
    return different;
  }

  private void add(Violation.Kind kind, String account) {
    violations.add(new Violation(kind, account));
  }
}
