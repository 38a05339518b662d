package io.pando.mds.tree;

import io.pando.check.Invariant;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.mds.table.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Directories whose fragments have other totals than their inodes say ("ahead"), and what is on its
 * way upwards below each directory.
 *
 * <p>The totals of a directory are the sum over its fragments, which contain the totals that the
 * inodes of its subdirectories say. So the exact totals of a directory are that sum, and the
 * differences of all directories below it that are ahead.
 *
 * <p>The segment of the journal with the newest totals of a directory that is ahead is held, so
 * that replay finds all of them ({@link #resolve}). Differences are accounted lazily, by {@link
 * #settle}: within an update the tree has no consistent form.
 *
 * <p>Invariants, once settled: a directory is ahead exactly if its sum differs from its inode; it
 * is accounted at all directories above it.
 */
final class Totals {
  /** A directory that is ahead. */
  private static final class Ahead {
    /** Sum over the fragments. */
    private FragmentTotals sum;

    private Segment segment;

    Ahead(FragmentTotals sum, Segment segment) {
      this.sum = sum;
      this.segment = segment;
    }
  }

  /** What is on its way from directories below one. */
  private record Below(SubtreeTotals difference, int directories) {
    private static final Below NOTHING = new Below(SubtreeTotals.NONE, 0);
  }

  /** A difference as it was added to the directories above. */
  private record Accounted(SubtreeTotals difference, List<Ino> above) {}

  private final Function<Ino, @Nullable Inode> inodes;
  private final Function<Ino, List<Ino>> above;
  private final SortedMap<Ino, Ahead> ahead = new TreeMap<>();
  private final SortedMap<Ino, Accounted> accounted = new TreeMap<>();
  private final SortedMap<Ino, Below> below = new TreeMap<>();
  private final SortedSet<Ino> touched = new TreeSet<>();

  /** Directories whose fragments changed in the journal that is replayed; null after that. */
  private @Nullable SortedMap<Ino, Segment> replayed = new TreeMap<>();

  /**
   * No directories; a replay may follow.
   *
   * @param inodes inodes in memory, as they are stored
   * @param above directories above one, up to the root or a stray directory
   */
  Totals(Function<Ino, @Nullable Inode> inodes, Function<Ino, List<Ino>> above) {
    this.inodes = inodes;
    this.above = above;
  }

  /** Totals of a directory after one of its fragments changed. */
  static FragmentTotals moved(FragmentTotals sum, FragmentTotals before, FragmentTotals after) {
    // A fragment's time goes back only if the times of the whole directory are set.
    boolean reset = after.modified().compareTo(before.modified()) < 0;
    return new FragmentTotals(
        sum.files() + after.files() - before.files(),
        sum.directories() + after.directories() - before.directories(),
        sum.subtree().plus(after.subtree()).minus(before.subtree()),
        reset ? after.modified() : sum.modified().max(after.modified()));
  }

  // What changes

  void onTotals(
      FragmentId fragment, @Nullable FragmentTotals before, FragmentTotals after, Segment segment) {
    Ino directory = fragment.directory();
    segment.hold();
    SortedMap<Ino, Segment> replaying = replayed;
    if (replaying != null) {
      Segment old = replaying.put(directory, segment);
      if (old != null) {
        old.release();
      }
      return;
    }
    FragmentTotals known = Invariant.present(before, () -> fragment + " was changed unread");
    Invariant.check(
        inodes.apply(directory) != null, () -> fragment + " was changed without its directory");
    Ahead it = ahead.get(directory);
    if (it == null) {
      it = new Ahead(recorded(directory), segment);
      ahead.put(directory, it);
    } else {
      it.segment.release();
      it.segment = segment;
    }
    it.sum = moved(it.sum, known, after);
    touched.add(directory);
  }

  /** The inode of a directory changed, or where it is. */
  void onDirectory(Ino directory) {
    touched.add(directory);
  }

  /** A directory was moved: what is above others may have changed. */
  void onMoved() {
    touched.addAll(ahead.keySet());
  }

  private FragmentTotals recorded(Ino directory) {
    Inode inode = inodes.apply(directory);
    return inode != null && inode.content() instanceof InodeContent.Directory it
        ? it.totals()
        : FragmentTotals.EMPTY;
  }

  // Start

  /** Directories that changed in the journal that was replayed. */
  List<Ino> unresolved() {
    return replayed == null ? List.of() : List.copyOf(replayed.keySet());
  }

  /** Ends the replay: these are all directories that may be ahead, with their sums. */
  void resolve(SortedMap<Ino, FragmentTotals> sums) {
    Map<Ino, Segment> held = Invariant.present(replayed, () -> "totals were resolved before");
    replayed = null;
    touched.clear();
    held.forEach((directory, segment) -> {
      FragmentTotals sum = sums.get(directory);
      if (sum == null) {
        segment.release();
      } else {
        ahead.put(directory, new Ahead(sum, segment));
        touched.add(directory);
      }
    });
  }

  boolean isResolved() {
    return replayed == null;
  }

  // Accounting

  private void settle() {
    Invariant.check(replayed == null, "totals are used before they are resolved");
    for (Ino directory : touched) {
      Accounted old = accounted.remove(directory);
      if (old != null) {
        SubtreeTotals back = SubtreeTotals.NONE.minus(old.difference());
        old.above().forEach(each -> add(each, back, -1));
      }
      account(directory);
    }
    touched.clear();
  }

  private void account(Ino directory) {
    Ahead it = ahead.get(directory);
    if (it == null) {
      return;
    }
    Inode inode = inodes.apply(directory);
    if (inode == null || it.sum.equals(recorded(directory))) {
      ahead.remove(directory);
      it.segment.release();
      return;
    }
    SubtreeTotals difference = it.sum.subtree().minus(recorded(directory).subtree());
    List<Ino> directories = above.apply(directory);
    accounted.put(directory, new Accounted(difference, directories));
    directories.forEach(each -> add(each, difference, 1));
  }

  private void add(Ino directory, SubtreeTotals difference, int directories) {
    Below old = below.getOrDefault(directory, Below.NOTHING);
    Below sum = new Below(old.difference.plus(difference), old.directories + directories);
    if (sum.directories == 0) {
      Invariant.check(
          sum.difference.equals(SubtreeTotals.NONE),
          () -> directory + ": nothing is on its way, but differs: " + sum.difference);
      below.remove(directory);
    } else {
      below.put(directory, sum);
    }
  }

  // What is known

  /** Sum over the fragments of a directory in memory. */
  FragmentTotals current(Ino directory) {
    Ahead it = ahead.get(directory);
    return it == null ? recorded(directory) : it.sum;
  }

  /** What the fragments of a directory do not say yet. */
  SubtreeTotals below(Ino directory) {
    settle();
    return below.getOrDefault(directory, Below.NOTHING).difference;
  }

  /** Whether the inode of a directory must stay in memory. */
  boolean needs(Ino directory) {
    settle();
    return ahead.containsKey(directory) || below.containsKey(directory);
  }

  /** Directories that are ahead, those of the oldest segments first. */
  List<Ino> oldest() {
    settle();
    List<Map.Entry<Ino, Ahead>> sorted = new ArrayList<>(ahead.entrySet());
    sorted.sort(Comparator.comparingLong(it -> it.getValue().segment.first()));
    return sorted.stream().map(Map.Entry::getKey).toList();
  }

  /** Whether a directory is ahead. */
  boolean isAhead() {
    settle();
    return !ahead.isEmpty();
  }
}
