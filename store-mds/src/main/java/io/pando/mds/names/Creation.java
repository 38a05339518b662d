package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.access.Access;
import io.pando.mds.access.PosixAcl;
import io.pando.mds.tree.UnreadException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** New names: of new inodes, and of those that have a name. */
final class Creation {
  /** Most names of an inode, as many file systems of Linux have it. */
  private static final int MOST_LINKS = 65_000;

  /** A directory takes no other bits from a request. */
  private static final int DIRECTORY_MODE = 0777 | Permissions.STICKY;

  private static final int LINK_MODE = 0777;
  private static final int GROUP_EXECUTES = 010;

  private final Work work;

  Creation(Work work) {
    this.work = work;
  }

  // Make

  FsAnswer make(FsRequest.Make request) throws UnreadException, FsException {
    Inode directory = work.searched(request.directory());
    DirEntry entry = work.view().entry(directory, request.name());
    if (entry != null) {
      FsException.when(!entry.ino().equals(request.ino()), FsError.EEXIST);
      return work.found(work.inode(entry));
    }
    work.changes(directory);
    FsException.when(directory.links() == 0, FsError.ENOENT);
    boolean device =
        request.content() instanceof FsRequest.NewContent.NewSpecial it && it.type().isDevice();
    FsException.when(device && !work.caller().isSuperuser(), FsError.EPERM);
    checkNumber(request.ino());
    List<Inode> path = work.view().path(directory);
    InodeContent content = content(request.content(), path);
    Quotas.charge(
        work.view(),
        path,
        content.type() == FileType.DIRECTORY ? Quotas.ONE_DIRECTORY : Quotas.ONE_FILE,
        List.of());
    Inode made = inode(request, content, directory);
    if (made.isDirectory()) {
      work.view().create(made.ino());
    }
    work.view().putEntry(directory, request.name(), new DirEntry.Primary(made));
    work.view().touch(directory, request.name(), work.now());
    return work.found(made);
  }

  private void checkNumber(Ino ino) throws FsException {
    boolean taken = ino.compareTo(Ino.FIRST_FREE) < 0 || work.view().isInMemory(ino);
    FsException.when(taken, FsError.EINVAL);
  }

  private InodeContent content(FsRequest.NewContent content, List<Inode> path) throws FsException {
    switch (content) {
      case FsRequest.NewContent.NewFile _ -> {
        return InodeContent.File.empty(layout(path));
      }
      case FsRequest.NewContent.NewWritten it -> {
        return written(it, path);
      }
      case FsRequest.NewContent.NewDirectory _ -> {
        return InodeContent.Directory.empty();
      }
      case FsRequest.NewContent.NewSymlink it -> {
        checkTarget(it.target());
        return new InodeContent.Symlink(it.target());
      }
      case FsRequest.NewContent.NewSpecial it -> {
        boolean special =
            it.type().isDevice() || it.type() == FileType.FIFO || it.type() == FileType.SOCKET;
        FsException.when(!special, FsError.EINVAL);
        return new InodeContent.Special(it.type(), it.type().isDevice() ? it.device() : 0);
      }
    }
  }

  private InodeContent written(FsRequest.NewContent.NewWritten file, List<Inode> path)
      throws FsException {
    FileLayout layout = file.layout();
    FsException.when(
        file.range() < 1
            || file.range() > FsRequest.NewContent.NewWritten.MOST_RANGE
            || (layout != null && !work.config().pools().contains(layout.pool())),
        FsError.EINVAL);
    if (layout != null) {
      Quotas.charge(work.view(), path, Quotas.bytes(file.range()), List.of());
      return new InodeContent.File(layout, 0, file.range(), 0);
    }
    boolean limited = Quotas.bytesLeft(work.view(), path) < Long.MAX_VALUE;
    return new InodeContent.File(layout(path), 0, limited ? 0 : file.range(), 0);
  }

  private static void checkTarget(Payload target) throws FsException {
    FsException.when(target.isEmpty(), FsError.ENOENT);
    FsException.when(target.size() > InodeContent.Symlink.MOST_TARGET_BYTES, FsError.ENAMETOOLONG);
    for (byte each : target.toByteArray()) {
      FsException.when(each == 0, FsError.EINVAL);
    }
  }

  /** The layout of the nearest directory that has one. */
  private FileLayout layout(List<Inode> path) {
    for (Inode each : path) {
      if (each.content() instanceof InodeContent.Directory it && it.layout() != null) {
        return it.layout();
      }
    }
    return work.config().layout();
  }

  private Inode inode(FsRequest.Make request, InodeContent content, Inode directory) {
    Caller caller = work.caller();
    Permissions above = directory.permissions();
    boolean groupOfDirectory = (above.mode() & Permissions.SET_GROUP_ID) != 0;
    int group = groupOfDirectory ? above.group() : caller.group();
    int mode = request.mode() & Permissions.MODE_MASK;
    SortedMap<String, Payload> attributes = new TreeMap<>();
    if (content instanceof InodeContent.Symlink) {
      mode = LINK_MODE;
    } else {
      mode = inherit(request, directory, attributes);
    }
    if (content instanceof InodeContent.Directory) {
      mode = (mode & DIRECTORY_MODE) | (above.mode() & Permissions.SET_GROUP_ID);
    } else {
      attributes.remove(Access.DEFAULT_LIST);
      boolean program = (mode & GROUP_EXECUTES) != 0;
      if (groupOfDirectory && program && !Access.maySetGroupId(caller, group)) {
        mode &= ~Permissions.SET_GROUP_ID;
      }
    }
    return new Inode(
        request.ino(),
        new Permissions(mode, caller.user(), group),
        FileTimes.bornAt(work.now()),
        1,
        content,
        attributes);
  }

  /** The mode, by the mask or by the directory's default list. */
  private static int inherit(
      FsRequest.Make request, Inode directory, SortedMap<String, Payload> attributes) {
    int mode = request.mode() & Permissions.MODE_MASK;
    PosixAcl list = Access.list(directory, Access.DEFAULT_LIST);
    if (list == null) {
      return mode & ~(request.mask() & 0777);
    }
    PosixAcl.Inherited inherited = list.inherit(mode);
    if (!inherited.list().isMode()) {
      attributes.put(Access.LIST, inherited.list().encode());
    }
    attributes.put(Access.DEFAULT_LIST, list.encode());
    return inherited.mode();
  }

  // Link

  FsAnswer link(FsRequest.Link request) throws UnreadException, FsException {
    Inode directory = work.searched(request.directory());
    FsException.when(work.view().entry(directory, request.name()) != null, FsError.EEXIST);
    work.changes(directory);
    Inode inode = work.inode(request.ino());
    FsException.when(inode.isDirectory(), FsError.EPERM);
    FsException.when(inode.links() == 0 || directory.links() == 0, FsError.ENOENT);
    FsException.when(inode.links() >= MOST_LINKS, FsError.EMLINK);
    Quotas.charge(work.view(), work.view().path(directory), Quotas.ONE_FILE, List.of());
    work.acts(inode.ino(), Work.NAMED);
    Inode linked =
        inode.withLinks(inode.links() + 1).withTimes(inode.times().changedAt(work.now()));
    DirEntry.Remote remote = new DirEntry.Remote(inode.ino(), inode.type());
    work.view().moveToLinks(linked, remote);
    work.view().putEntry(directory, request.name(), remote);
    work.view().touch(directory, request.name(), work.now());
    return work.found(linked);
  }
}
