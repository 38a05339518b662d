package io.pando.mds.serve;

import io.pando.bytes.Payload;
import io.pando.fs.DataObjects;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.id.PoolId;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.names.Names;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.proto.FormatException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place of an inode that is not in memory by its number: in the directory of inodes
 * without a name, or by what its first object says of the directories above ({@link BackPointers}).
 * Directories that were renamed since are found by their own objects. What an object says is only
 * where to look.
 */
final class PlaceFinder {
  /** Directories above one another, at most. */
  private static final int MOST_DEPTH = 1_000;

  /** How a search ended. */
  sealed interface Found {
    /** The inode and all directories above are in memory. */
    record Here() implements Found {}

    /** There is no such inode. */
    record Gone() implements Found {}

    /** An object could not be read. */
    record Failed(String why) implements Found {}
  }

  private final Tree tree;
  private final Names names;
  private final RowReads reads;
  private final ObjectCalls calls;
  private final SortedMap<Ino, List<Consumer<Found>>> waiters = new TreeMap<>();

  PlaceFinder(Tree tree, Names names, RowReads reads, ObjectCalls calls) {
    this.tree = tree;
    this.names = names;
    this.reads = reads;
    this.calls = calls;
  }

  /** Finds an inode; the answer may come during this call. */
  void find(Ino ino, Consumer<Found> then) {
    List<Consumer<Found>> known = waiters.get(ino);
    if (known != null) {
      known.add(then);
      return;
    }
    waiters.put(ino, new ArrayList<>(List.of(then)));
    search(
        ino,
        List.of(),
        MOST_DEPTH,
        found -> {
          List<Consumer<Found>> all = waiters.remove(ino);
          if (all != null) {
            all.forEach(each -> each.accept(found));
          }
        });
  }

  private boolean isHere(Ino ino) {
    return tree.place(ino) != null;
  }

  /**
   * Searches for an inode.
   *
   * @param hint where it was, as an inode below it says; may be empty
   */
  private void search(Ino ino, List<BackPointer.Ancestor> hint, int depth, Consumer<Found> then) {
    if (isHere(ino)) {
      then.accept(new Found.Here());
    } else if (depth == 0) {
      then.accept(new Found.Gone());
    } else if (hint.isEmpty()) {
      searchStrays(ino, depth, then);
    } else {
      follow(
          ino,
          hint,
          depth,
          found -> {
            if (found instanceof Found.Gone) {
              searchStrays(ino, depth, then);
            } else {
              then.accept(found);
            }
          });
    }
  }

  private void searchStrays(Ino ino, int depth, Consumer<Found> then) {
    readEntry(
        ino,
        names.strayDirectory(),
        Names.strayName(ino),
        found -> {
          if (found instanceof Found.Gone) {
            ask(ino, candidates(ino), depth, then);
          } else {
            then.accept(found);
          }
        });
  }

  private void readEntry(Ino ino, Ino directory, EntryName name, Consumer<Found> then) {
    MissingRow.Stored row = tree.entryOf(directory, name);
    if (row == null) {
      then.accept(new Found.Gone());
      return;
    }
    reads.read(
        List.of(row),
        why -> {
          if (why != null) {
            then.accept(new Found.Failed(why));
          } else {
            then.accept(isHere(ino) ? new Found.Here() : new Found.Gone());
          }
        });
  }

  /** Reads the path that an object says, from above. */
  private void follow(Ino ino, List<BackPointer.Ancestor> path, int depth, Consumer<Found> then) {
    BackPointer.Ancestor nearest = path.getFirst();
    search(
        nearest.directory(),
        path.subList(1, path.size()),
        depth - 1,
        found -> {
          if (found instanceof Found.Here) {
            readEntry(ino, nearest.directory(), nearest.name(), then);
          } else {
            then.accept(found);
          }
        });
  }

  // Objects

  /** An object that may say where an inode is. */
  private record Candidate(@Nullable PoolId pool, String object) {}

  private Deque<Candidate> candidates(Ino ino) {
    Deque<Candidate> candidates = new ArrayDeque<>();
    FragmentId whole = new FragmentId(ino, DirFragment.WHOLE);
    candidates.add(new Candidate(null, DirectoryFormat.objectName(whole)));
    for (PoolId each : names.pools()) {
      candidates.add(new Candidate(each, DataObjects.name(ino, 0)));
    }
    return candidates;
  }

  private void ask(Ino ino, Deque<Candidate> left, int depth, Consumer<Found> then) {
    Candidate next = left.poll();
    if (next == null) {
      then.accept(new Found.Gone());
      return;
    }
    calls.call(
        next.pool(),
        next.object(),
        List.of(new ObjectOp.ListAttributes()),
        outcome -> {
          switch (outcome) {
            case OpOutcome.Succeeded it -> onAttributes(ino, it, left, depth, then);
            case OpOutcome.Failed it -> {
              if (FileCuts.isGone(it.error())) {
                ask(ino, left, depth, then);
              } else {
                then.accept(new Found.Failed(next.object() + ": " + it.detail()));
              }
            }
          }
        });
  }

  private void onAttributes(
      Ino ino,
      OpOutcome.Succeeded outcome,
      Deque<Candidate> left,
      int depth,
      Consumer<Found> then) {
    Payload bytes = null;
    for (OpResult each : outcome.results()) {
      if (each instanceof OpResult.Attributes it) {
        bytes = it.attributes().get(BackPointer.ATTRIBUTE);
      }
    }
    List<BackPointer.Ancestor> path = bytes == null ? List.of() : decode(bytes);
    if (path.isEmpty()) {
      ask(ino, left, depth, then);
    } else {
      follow(ino, path, depth, then);
    }
  }

  /** The path; empty if the bytes are damaged, since it is only where to look. */
  private static List<BackPointer.Ancestor> decode(Payload bytes) {
    try {
      return MetadataRecords.BACK_POINTER.decode(bytes).ancestors();
    } catch (FormatException _) {
      return List.of();
    }
  }
}
