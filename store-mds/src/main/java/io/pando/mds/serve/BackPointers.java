package io.pando.mds.serve;

import io.pando.fs.DataObjects;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.id.PoolId;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.tree.Place;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes where files and directories are, before the journal forgets it. A file that is renamed or
 * removed before its segment is cut costs nothing for its former place.
 */
final class BackPointers {
  private static final int WINDOW = 32;

  private final ServerParts parts;
  private final SortedMap<Ino, List<Runnable>> underWay = new TreeMap<>();
  private boolean paused;

  BackPointers(ServerParts parts) {
    this.parts = parts;
  }

  /** Calls back once nothing is written to an inode; at once if nothing is. */
  void whenIdle(Ino ino, Runnable then) {
    List<Runnable> waiters = underWay.get(ino);
    if (waiters == null) {
      then.run();
    } else {
      waiters.add(then);
    }
  }

  /** Time has passed: what failed is tried again. */
  void onTime() {
    paused = false;
    advance();
  }

  /** Writes what the segment needs that is to be cut next. */
  void advance() {
    long segment = parts.store().due();
    if (segment < 0 || paused) {
      return;
    }
    boolean released = false;
    for (Ino each : parts.tree().newPlaces().in(segment, WINDOW)) {
      if (!underWay.containsKey(each) && !write(each, segment)) {
        parts.tree().newPlaces().onWritten(each, segment);
        released = true;
      }
    }
    if (released) {
      parts.store().trim();
    }
  }

  /** Begins to write; false if no object has to say where the inode is. */
  private boolean write(Ino ino, long segment) {
    Inode inode = parts.tree().stored(ino);
    List<BackPointer.Ancestor> ancestors = ancestors(ino);
    if (inode == null || inode.links() == 0 || ancestors.isEmpty()) {
      return false;
    }
    PoolId pool = inode.content() instanceof InodeContent.File it ? it.layout().pool() : null;
    underWay.put(ino, new ArrayList<>());
    parts
        .calls()
        .call(
            pool,
            object(inode),
            List.of(
                new ObjectOp.SetAttribute(
                    BackPointer.ATTRIBUTE,
                    MetadataRecords.BACK_POINTER.encode(new BackPointer(ancestors)))),
            outcome -> onWritten(ino, segment, outcome));
    return true;
  }

  private static String object(Inode inode) {
    return inode.content() instanceof InodeContent.Directory it
        ? DirectoryFormat.objectName(
            new FragmentId(inode.ino(), it.fragments().inOrder().getFirst()))
        : DataObjects.name(inode.ino(), 0);
  }

  private List<BackPointer.Ancestor> ancestors(Ino ino) {
    List<BackPointer.Ancestor> ancestors = new ArrayList<>();
    Place place = parts.tree().place(ino);
    while (place instanceof Place.InEntry it) {
      Ino directory = it.fragment().directory();
      ancestors.add(new BackPointer.Ancestor(directory, it.key().name()));
      place = parts.tree().place(directory);
    }
    return ancestors;
  }

  private void onWritten(Ino ino, long segment, OpOutcome outcome) {
    @Nullable List<Runnable> waiters = underWay.remove(ino);
    if (outcome instanceof OpOutcome.Failed it && !FileCuts.isGone(it.error())) {
      paused = true;
    } else {
      parts.tree().newPlaces().onWritten(ino, segment);
      parts.store().trim();
    }
    if (waiters != null) {
      waiters.forEach(Runnable::run);
    }
    advance();
  }
}
