package io.pando.client.fs.cache;

import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.session.FileState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inodes by number. One is kept while the client has capabilities of it, so their limit is that of
 * the capabilities. What is known counts under those capabilities that the client has had without
 * interruption since then.
 */
final class InodeCache {
  private final Map<Ino, CachedInode> inodes = new LinkedHashMap<>();
  private final Overlaps overlaps;
  private final AheadNames ahead;
  private final Function<Ino, CapabilitySet> usable;

  /** Number of changes of inodes that the cache did not know. */
  private long generation;

  InodeCache(Overlaps overlaps, AheadNames ahead, Function<Ino, CapabilitySet> usable) {
    this.overlaps = overlaps;
    this.ahead = ahead;
    this.usable = usable;
  }

  /** The inode is this now. */
  void put(Inode inode) {
    CapabilitySet ground = usable.apply(inode.ino());
    if (ground.isEmpty()) {
      inodes.remove(inode.ino());
      return;
    }
    CachedInode known = inodes.get(inode.ino());
    if (known == null) {
      inodes.put(inode.ino(), new CachedInode(inode, ground, generation));
    } else {
      known.inode = inode;
      known.ground = ground;
      known.onlyAccess = false;
      known.generation = generation;
    }
  }

  /** Where the inode was seen. */
  void place(Ino ino, Ino directory, EntryName name) {
    CachedInode known = inodes.get(ino);
    if (known != null) {
      known.directory = directory;
      known.name = name;
    }
  }

  /** What is known of an inode, true or not; null for nothing. */
  @Nullable CachedInode seen(Ino ino) {
    return inodes.get(ino);
  }

  /** The inode, if all of it is known to be true, changes ahead included; otherwise null. */
  @Nullable Inode all(Ino ino) {
    CachedInode known = inodes.get(ino);
    if (known == null
        || known.onlyAccess
        || known.generation != generation
        || !Grounds.all(known.ground, known.inode.type())
        || overlaps.isPending(new CachedSubject.OfInode(ino))
        || !isOnlyAhead(ino)
        || overlaps.isPending(new CachedSubject.OfSome())) {
      return null;
    }
    return ahead.shown(known.inode);
  }

  /**
   * The inode, if all of it is known but for size and times, and for what changes with the names of
   * a directory, which may be older; otherwise null.
   */
  @Nullable Inode lite(Ino ino) {
    CachedInode known = inodes.get(ino);
    if (known == null
        || known.generation != generation
        || !Grounds.lite(known.ground)
        || overlaps.isPending(new CachedSubject.OfInode(ino))
        || overlaps.isPending(new CachedSubject.OfSome())) {
      return null;
    }
    return known.inode;
  }

  /** Whether all changes of a directory's names that are under way were answered ahead. */
  boolean isOnlyAhead(Ino directory) {
    return overlaps.pending(new CachedSubject.OfEntries(directory)) == ahead.count(directory);
  }

  /** The inode, if it is known who may do what with it; otherwise null. */
  @Nullable Inode forAccess(Ino ino) {
    CachedInode known = inodes.get(ino);
    if (known == null
        || !Grounds.access(known.ground)
        || overlaps.isPending(new CachedSubject.OfInode(ino))) {
      return null;
    }
    return known.inode;
  }

  /** Something of an inode changed, and it is not known how. */
  void forget(Ino ino) {
    CachedInode known = inodes.get(ino);
    if (known != null) {
      known.ground = CapabilitySet.NONE;
    }
  }

  /** Something of an inode changed, but not who may do what with it. */
  void forgetAllButAccess(Ino ino) {
    CachedInode known = inodes.get(ino);
    if (known != null) {
      known.onlyAccess = true;
    }
  }

  /**
   * The server is told the size and the times of a file that this client wrote. If no other client
   * could change the file, it is known what the server makes of that.
   */
  void onTold(Ino ino, FileState state) {
    CachedInode known = inodes.get(ino);
    Inode before = all(ino);
    if (known != null
        && before != null
        && before.content() instanceof InodeContent.File file
        && file.uncut() == 0) {
      known.inode = state.appliedTo(before);
    } else {
      forgetAllButAccess(ino);
    }
  }

  /** Something changed of some inode, but not who may do what with it. */
  void forgetSome() {
    generation++;
  }

  /** Other capabilities are usable. */
  void onChanged(Ino ino, CapabilitySet now) {
    CachedInode known = inodes.get(ino);
    if (known != null) {
      known.ground = known.ground.intersection(now);
      if (now.isEmpty()) {
        inodes.remove(ino);
      }
    }
  }

  void clear() {
    inodes.clear();
  }

  int size() {
    return inodes.size();
  }
}
