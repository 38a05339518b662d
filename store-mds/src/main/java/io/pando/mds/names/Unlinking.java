package io.pando.mds.names;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.access.Access;
import io.pando.mds.tree.TreeView;
import io.pando.mds.tree.UnreadException;

/** Names that are removed. An inode without a name is in the stray directory until it is purged. */
final class Unlinking {
  private final Work work;

  Unlinking(Work work) {
    this.work = work;
  }

  FsAnswer remove(FsRequest.Remove request) throws UnreadException, FsException {
    Inode directory = work.searched(request.directory());
    DirEntry entry = work.view().entry(directory, request.name());
    if (entry == null) {
      throw new FsException(FsError.ENOENT);
    }
    Inode inode = work.inode(entry);
    check(directory, inode, request.ofDirectory());
    if (inode.isDirectory()) {
      checkEmpty(inode);
    }
    drop(directory, request.name(), entry);
    work.view().touch(directory, request.name(), work.now());
    return new FsAnswer.Done();
  }

  /** Whether the caller may take a name out of a directory that was searched. */
  void check(Inode directory, Inode inode, boolean ofDirectory) throws FsException {
    work.changes(directory);
    work.acts(inode.ino(), Work.SHOWN);
    FsException.when(Access.isStuck(directory, inode, work.caller()), FsError.EPERM);
    FsException.when(ofDirectory && !inode.isDirectory(), FsError.ENOTDIR);
    FsException.when(!ofDirectory && inode.isDirectory(), FsError.EISDIR);
    work.acts(inode.ino(), Work.NAMED);
  }

  /** A directory that loses its name must be empty, and no client may add names meanwhile. */
  void checkEmpty(Inode inode) throws FsException {
    work.acts(inode.ino(), CapabilitySet.of(Capability.NAMES_SHARED));
    FsException.when(work.view().current(inode.ino()).entries() > 0, FsError.ENOTEMPTY);
    work.acts(inode.ino(), CapabilitySet.of(Capability.NAMES_EXCLUSIVE));
  }

  /** Removes a name, and the inode with the last one. */
  void drop(Inode directory, EntryName name, DirEntry entry) throws UnreadException, FsException {
    Inode inode = work.inode(entry);
    Inode less = inode.withLinks(inode.links() - 1).withTimes(inode.times().changedAt(work.now()));
    TreeView view = work.view();
    view.removeEntry(directory, name);
    if (less.links() > 0) {
      view.putLink(less);
      return;
    }
    if (entry instanceof DirEntry.Remote) {
      view.removeLink(inode.ino());
    }
    Inode strays = view.inode(work.config().strays());
    view.putEntry(strays, strayName(inode.ino()), new DirEntry.Primary(less));
    view.addStray(inode.ino());
  }

  static EntryName strayName(Ino ino) {
    return EntryName.of(ino.toString());
  }

  /** An inode without a name, as it is stored. */
  static Inode stray(Work work, Ino ino) throws UnreadException, FsException {
    TreeView view = work.view();
    Inode strays = view.inode(work.config().strays());
    if (view.entry(strays, strayName(ino)) instanceof DirEntry.Primary it) {
      return it.inode();
    }
    throw new FsException(FsError.ENOENT);
  }

  /** The rows of an inode without a name, whose data is gone, are removed. */
  static FsAnswer purge(Work work, Ino ino) throws UnreadException, FsException {
    Inode inode = stray(work, ino);
    TreeView view = work.view();
    view.removeEntry(view.inode(work.config().strays()), strayName(ino));
    if (inode.isDirectory()) {
      view.remove(inode);
    }
    return new FsAnswer.Done();
  }
}
