package io.pando.mds.check;

import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.format.SessionFormat;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Checks a file system with one rank. It changes nothing, and needs no metadata server: rows that
 * only the journal has are taken from there.
 *
 * <pre>
 *  the journal ─▶ each table of the metadata pool ─▶ rows are compared ─▶ objects of the data pools
 *  ─▶ has the journal changed?
 * </pre>
 *
 * <p>A file system that is used while it is checked shows changes by halves. {@link
 * FilesReport#unchanged} says whether none came: an update is in the journal before anything of it
 * is in another object, so an object cannot be newer than a journal that did not change.
 *
 * <p>A machine: effects go to the sink, answers come to {@link #onAnswer} and {@link #onListed}.
 * Not safe for use by several threads.
 */
public final class FilesCheck {
  private final CheckParts parts;
  private final Consumer<CheckEffect> out;
  private final NumbersCheck numbers;
  private final JournalScan scan;
  private final SortedSet<FragmentId> fragments = new TreeSet<>();
  private final SortedSet<Long> links = new TreeSet<>();
  private JournalRows journal;
  private FactsCheck check;
  private DataScan data;
  private String step = "the journal";
  private boolean sessions;
  private long metadataObjects;

  /**
   * A check that has not begun.
   *
   * @param out takes effects; must not call the machine
   */
  public FilesCheck(CheckTarget target, Consumer<CheckEffect> out) {
    Inconsistencies problems = new Inconsistencies();
    this.parts =
        new CheckParts(target, new CheckCalls(out), new TreeFacts(target, problems), problems);
    this.out = out;
    this.numbers = new NumbersCheck(problems);
    this.journal = new JournalRows(target.hash());
    this.check = new FactsCheck(parts, journal);
    this.data = new DataScan(parts, check, numbers, this::progress, this::finish);
    this.scan = new JournalScan(target, parts.calls(), this::onJournal);
  }

  /** Begins. */
  public void begin() {
    progress();
    scan.begin();
  }

  /** A call was answered. */
  public void onAnswer(long token, OpOutcome outcome) {
    parts.calls().onAnswer(token, outcome);
  }

  /**
   * Objects were listed.
   *
   * @param more whether the listing continues
   */
  public void onListed(long token, List<String> names, boolean more) {
    parts.calls().onListed(token, names, more);
  }

  private void onJournal(JournalScan.Result result) {
    switch (result) {
      case JournalScan.Result.Read it -> {
        journal = it.rows();
        check = new FactsCheck(parts, journal);
        data = new DataScan(parts, check, numbers, this::progress, this::finish);
        step = "the metadata";
        listMetadata(true);
      }
      case JournalScan.Result.Absent _ -> {
        if (parts.target().begun()) {
          String head = parts.target().journal().headName();
          parts.problems().add(new Inconsistency.DamagedJournal(head, 0, "does not exist"));
        }
        end(true);
      }
      case JournalScan.Result.Damaged it -> {
        parts.problems().add(it.what());
        end(true);
      }
    }
  }

  // Metadata

  private void listMetadata(boolean first) {
    parts
        .calls()
        .list(
            parts.target().metadata(),
            first,
            (names, more) -> {
              names.forEach(this::onMetadata);
              parts
                  .calls()
                  .whenIdle(() -> {
                    progress();
                    if (more) {
                      listMetadata(false);
                    } else {
                      readRest();
                    }
                  });
            });
  }

  private void onMetadata(String name) {
    metadataObjects++;
    switch (MetadataName.parse(name, parts.target().journal())) {
      case null ->
          parts
              .problems()
              .add(new Inconsistency.WithoutOwner(name, "is no object of the file system"));
      case MetadataName.Fragment it -> readFragment(it.id());
      case MetadataName.Links it -> readLinks(it.slice());
      case MetadataName.Sessions _ -> readSessions();
      case MetadataName.Journal _ -> {}
    }
  }

  /** Tables that only the journal has. */
  private void readRest() {
    journal.fragments().forEach(this::readFragment);
    journal.links().forEach(this::readLinks);
    readSessions();
    parts.calls().whenIdle(this::compare);
  }

  private void readFragment(FragmentId id) {
    if (fragments.add(id)) {
      new TableScan<>(
              parts,
              DirectoryFormat.objectName(id),
              new DirectoryFormat(),
              journal.fragment(id),
              parts.facts().fragment(id))
          .begin();
    }
  }

  private void readLinks(long slice) {
    if (links.add(slice)) {
      new TableScan<>(
              parts,
              LinkFormat.objectName(slice),
              new LinkFormat(),
              journal.links(slice),
              parts.facts().links())
          .begin();
    }
  }

  private void readSessions() {
    if (!sessions) {
      sessions = true;
      int rank = parts.target().journal().rank();
      new TableScan<>(
              parts,
              SessionFormat.objectName(rank),
              new SessionFormat(rank),
              journal.sessions(),
              numbers)
          .begin();
    }
  }

  private void compare() {
    check.run();
    numbers.run();
    for (Ino each : parts.facts().inodes.keySet()) {
      String problem = parts.target().isReserved(each) ? "" : numbers.problemOf(each);
      if (!problem.isEmpty()) {
        parts
            .problems()
            .add(new Inconsistency.WrongInode(each, parts.facts().where(each), problem));
      }
    }
    step = "the contents of files";
    progress();
    data.begin();
  }

  // End

  private void finish() {
    scan.isUnchanged(this::end);
  }

  private FilesReport.Counts counts() {
    return new FilesReport.Counts(
        journal.records(),
        metadataObjects,
        data.objects(),
        new FilesReport.Inodes(
            check.directories(),
            parts.facts().inodes.size() - check.directories(),
            check.strays(),
            check.onTheirWay()));
  }

  private void progress() {
    out.accept(new CheckEffect.Progress(step, counts()));
  }

  private void end(boolean unchanged) {
    out.accept(
        new CheckEffect.Ended(
            new FilesReport(
                counts(), parts.problems().all(), parts.problems().counts(), unchanged)));
  }
}
