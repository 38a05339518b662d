package io.pando.mds.names;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.mds.access.Access;
import io.pando.mds.tree.TreeView;
import io.pando.mds.tree.UnreadException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names that are moved, replaced or exchanged: rename and renameat2 of Linux. */
final class Renaming {
  /** A name with its entry. */
  private record Named(Inode directory, EntryName name, DirEntry entry, Inode inode) {}

  private final Work work;
  private final TreeView view;
  private final Unlinking unlinking;

  Renaming(Work work) {
    this.work = work;
    this.view = work.view();
    this.unlinking = new Unlinking(work);
  }

  FsAnswer rename(FsRequest.Rename request) throws UnreadException, FsException {
    Inode from = work.searched(request.from());
    Inode to = work.searched(request.to());
    Named source = named(from, request.name());
    Named target = named(to, request.newName());
    if (source == null) {
      throw new FsException(FsError.ENOENT);
    }
    boolean exchanges = request.mode() == RenameMode.EXCHANGE;
    FsException.when(request.mode() == RenameMode.NO_REPLACE && target != null, FsError.EEXIST);
    List<Inode> fromPath = view.path(from);
    List<Inode> toPath = view.path(to);
    checkCycles(source, target, fromPath, toPath, exchanges);
    if (exchanges && target == null) {
      throw new FsException(FsError.ENOENT);
    }
    if (target != null && target.inode.ino().equals(source.inode.ino())) {
      return new FsAnswer.Done();
    }
    checkAccess(source, to, target, exchanges);
    if (target != null && exchanges) {
      exchange(source, target, fromPath, toPath);
    } else {
      charge(source, target, toPath, fromPath);
      move(source, to, request.newName(), target);
    }
    view.touch(from, request.name(), work.now());
    view.touch(to, request.newName(), work.now());
    return new FsAnswer.Done();
  }

  private @Nullable Named named(Inode directory, EntryName name)
      throws UnreadException, FsException {
    DirEntry entry = view.entry(directory, name);
    return entry == null ? null : new Named(directory, name, entry, work.inode(entry));
  }

  private static boolean has(List<Inode> path, Inode directory) {
    return path.stream().anyMatch(each -> each.ino().equals(directory.ino()));
  }

  private static void checkCycles(
      Named source,
      @Nullable Named target,
      List<Inode> fromPath,
      List<Inode> toPath,
      boolean exchanges)
      throws FsException {
    FsException.when(has(toPath, source.inode), FsError.EINVAL);
    if (target != null) {
      FsException.when(has(fromPath, target.inode), exchanges ? FsError.EINVAL : FsError.ENOTEMPTY);
    }
  }

  private void checkAccess(Named source, Inode to, @Nullable Named target, boolean exchanges)
      throws FsException {
    boolean ofDirectory = source.inode.isDirectory();
    unlinking.check(source.directory, source.inode, ofDirectory);
    if (target == null) {
      work.changes(to);
      FsException.when(to.links() == 0, FsError.ENOENT);
    } else {
      unlinking.check(to, target.inode, exchanges ? target.inode.isDirectory() : ofDirectory);
    }
    if (!source.directory.ino().equals(to.ino())) {
      checkParentChanges(source);
      if (exchanges && target != null) {
        checkParentChanges(target);
      }
    }
    if (target != null && !exchanges && target.inode.isDirectory()) {
      unlinking.checkEmpty(target.inode);
    }
  }

  /** A directory that gets another parent is changed itself: its entry "..". */
  private void checkParentChanges(Named moved) throws FsException {
    if (moved.inode.isDirectory()) {
      work.acts(
          moved.inode.ino(),
          CapabilitySet.of(Capability.ATTRIBUTES_SHARED, Capability.XATTRS_SHARED));
      work.require(moved.inode, Access.WRITE);
    }
  }

  private void move(Named source, Inode to, EntryName newName, @Nullable Named target)
      throws UnreadException, FsException {
    if (target != null) {
      unlinking.drop(to, newName, target.entry);
    }
    view.removeEntry(source.directory, source.name);
    view.putEntry(to, newName, changed(source));
  }

  private void exchange(Named source, Named target, List<Inode> fromPath, List<Inode> toPath)
      throws UnreadException, FsException {
    charge(source, target, toPath, fromPath);
    charge(target, source, fromPath, toPath);
    DirEntry first = changed(source);
    DirEntry second = changed(target);
    view.putEntry(source.directory, source.name, second);
    view.putEntry(target.directory, target.name, first);
  }

  private void charge(Named moved, @Nullable Named replaced, List<Inode> path, List<Inode> except)
      throws FsException {
    SubtreeTotals added = Quotas.share(view, moved.entry);
    if (replaced != null) {
      added = added.minus(Quotas.share(view, replaced.entry));
    }
    Quotas.charge(view, path, added, except);
  }

  /** The entry of an inode that was renamed now. */
  private DirEntry changed(Named moved) throws UnreadException {
    Inode changed = moved.inode.withTimes(moved.inode.times().changedAt(work.now()));
    if (moved.entry instanceof DirEntry.Remote) {
      view.putLink(changed);
      return moved.entry;
    }
    return new DirEntry.Primary(changed);
  }
}
