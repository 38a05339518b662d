package io.pando.mds.rank;

import io.pando.check.Invariant;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.serve.Moment;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads, after the replay, the rows without which no request is executed: totals that are on their
 * way, the session table, and the directories of the file system itself, which are made if the rank
 * is new.
 */
final class RankLoading {
  private final MetadataStore store;
  private final Tree tree;
  private final Names names;
  private final SortedSet<Long> reads = new TreeSet<>();
  private boolean sessionsAsked;
  private boolean formatted;

  RankLoading(MetadataStore store, Tree tree, Names names) {
    this.store = store;
    this.tree = tree;
    this.names = names;
  }

  /** A read ended. */
  void onLoaded(long read) {
    reads.remove(read);
  }

  /** Does the next step, unless reads are under way; true once all is in memory. */
  boolean advance(Moment now) {
    if (!reads.isEmpty() || !store.isReady()) {
      return false;
    }
    List<MissingRow> missing = tree.recover();
    if (!missing.isEmpty()) {
      read(missing);
      return false;
    }
    if (!sessionsAsked) {
      sessionsAsked = true;
      reads.add(store.readAll(store.metadata().sessions()));
      return false;
    }
    return formatted || format(now);
  }

  private boolean format(Moment now) {
    switch (names.format(now.wall())) {
      case Execution.Missing it -> read(it.rows());
      case Execution.Uncut it ->
          throw Invariant.unreachable("a directory has objects of a file: " + it.file());
      case Execution.Plan it -> {
        formatted = true;
        if (!it.update().isEmpty()) {
          long _ = tree.begin(store, it.update()).order();
        }
      }
    }
    return formatted;
  }

  private void read(List<MissingRow> missing) {
    for (MissingRow row : missing) {
      if (!(row instanceof MissingRow.Stored stored)) {
        throw Invariant.unreachable("the journal mentions no path to " + row);
      }
      reads.add(Tree.read(store, stored));
    }
  }
}
