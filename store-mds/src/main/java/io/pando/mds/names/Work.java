package io.pando.mds.names;

import static io.pando.fs.Capability.ATTRIBUTES_EXCLUSIVE;
import static io.pando.fs.Capability.ATTRIBUTES_SHARED;
import static io.pando.fs.Capability.LINKS_EXCLUSIVE;
import static io.pando.fs.Capability.LINKS_SHARED;
import static io.pando.fs.Capability.NAMES_EXCLUSIVE;
import static io.pando.fs.Capability.NAMES_SHARED;
import static io.pando.fs.Capability.XATTRS_SHARED;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.mds.access.Access;
import io.pando.mds.tree.TreeView;
import io.pando.mds.tree.UnreadException;
import io.pando.mds.tree.Update;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One execution of a request: who asks, the rows, and the footprint as it is known so far. */
final class Work {
  /** What a client has to know of an inode to show it. */
  static final CapabilitySet SHOWN =
      CapabilitySet.of(ATTRIBUTES_SHARED, LINKS_SHARED, XATTRS_SHARED);

  private static final CapabilitySet SHOWN_OF_DIRECTORY =
      SHOWN.union(CapabilitySet.of(NAMES_SHARED));

  /** What changes with the names of an inode: links, and the time of the change. */
  static final CapabilitySet NAMED = CapabilitySet.of(ATTRIBUTES_EXCLUSIVE, LINKS_EXCLUSIVE);

  private static final CapabilitySet CHECKED = CapabilitySet.of(ATTRIBUTES_SHARED, XATTRS_SHARED);

  private final NamesConfig config;
  private final TreeView view;
  private final Caller caller;
  private final Timestamp now;
  private final SortedMap<Ino, CapabilitySet> footprint = new TreeMap<>();
  private final SortedSet<Ino> seen = new TreeSet<>();

  Work(NamesConfig config, TreeView view, Caller caller, Timestamp now) {
    this.config = config;
    this.view = view;
    this.caller = caller;
    this.now = now;
  }

  NamesConfig config() {
    return config;
  }

  TreeView view() {
    return view;
  }

  Caller caller() {
    return caller;
  }

  Timestamp now() {
    return now;
  }

  // Footprint

  /** The request acts on an inode as a client with these capabilities could. */
  void acts(Ino ino, CapabilitySet capabilities) {
    footprint.merge(ino, capabilities.excluded(), CapabilitySet::union);
    seen.add(ino);
  }

  Execution.Plan plan(FsAnswer answer) {
    Update update = answer instanceof FsAnswer.Failed ? Update.NONE : view.update();
    return new Execution.Plan(answer, footprint, seen, update);
  }

  // Inodes

  /** An inode that a request names. */
  Inode inode(Ino ino) throws UnreadException, FsException {
    boolean internal = ino.compareTo(Ino.FIRST_FREE) < 0 && !ino.equals(Ino.ROOT);
    FsException.when(internal, FsError.ESTALE);
    Inode inode = view.inode(ino);
    acts(ino, CHECKED);
    return inode;
  }

  /** A directory that a request names. */
  Inode directory(Ino ino) throws UnreadException, FsException {
    Inode inode = inode(ino);
    FsException.when(!inode.isDirectory(), FsError.ENOTDIR);
    return inode;
  }

  /** A directory whose names a request reads. */
  Inode searched(Ino ino) throws UnreadException, FsException {
    Inode directory = directory(ino);
    acts(ino, CapabilitySet.of(NAMES_SHARED));
    require(directory, Access.EXECUTE);
    return directory;
  }

  /** The names in a directory that was searched change. */
  void changes(Inode directory) throws FsException {
    require(directory, Access.WRITE);
    acts(directory.ino(), CapabilitySet.of(NAMES_EXCLUSIVE));
  }

  /** The inode of an entry; an entry without one is damage. */
  Inode inode(DirEntry entry) throws UnreadException, FsException {
    Inode inode = view.inode(entry);
    if (inode == null) {
      throw new FsException(FsError.EIO);
    }
    return inode;
  }

  void require(Inode inode, int access) throws FsException {
    FsException.when(!Access.allows(inode, caller, access), FsError.EACCES);
  }

  /** The request shows an inode. Times and size of a directory change with its names. */
  void shows(Inode inode) {
    acts(inode.ino(), inode.isDirectory() ? SHOWN_OF_DIRECTORY : SHOWN);
  }

  FsAnswer found(Inode inode) {
    shows(inode);
    return new FsAnswer.Found(view.shown(inode));
  }
}
