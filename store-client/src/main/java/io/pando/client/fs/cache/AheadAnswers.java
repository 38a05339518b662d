package io.pando.client.fs.cache;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.access.AccessList;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers to changes of names before the server gives them. That needs a directory of which this
 * client alone may know and change the names ({@link Capability#NAMES_EXCLUSIVE}), a name of which
 * it knows what it stands for, and a change with one outcome only:
 *
 * <ul>
 *   <li>a new regular file, without a default access control list, a set-group-id bit or a quota of
 *       the directory;
 *   <li>a removed name of an inode whose links no other client knows ({@link
 *       Capability#LINKS_EXCLUSIVE}), in a directory without the sticky bit;
 *   <li>such a name that becomes another one in the same directory, which does not exist.
 * </ul>
 *
 * Whatever may be refused is left to the server, which says why.
 */
final class AheadAnswers {
  private final InodeCache inodes;
  private final NameCache names;
  private final Function<Ino, CapabilitySet> usable;

  AheadAnswers(InodeCache inodes, NameCache names, Function<Ino, CapabilitySet> usable) {
    this.inodes = inodes;
    this.names = names;
    this.usable = usable;
  }

  @Nullable FsAnswer of(Caller caller, FsRequest.Change change, Timestamp now) {
    return switch (change) {
      case FsRequest.Make make -> made(caller, make, now);
      case FsRequest.Remove remove -> removed(caller, remove);
      case FsRequest.Rename rename -> renamed(caller, rename);
      default -> null;
    };
  }

  /** A directory in which the caller may change names, and no other client may. */
  private @Nullable Inode directory(Caller caller, Ino ino) {
    Inode directory = inodes.forAccess(ino);
    boolean changeable =
        directory != null
            && directory.isDirectory()
            && directory.links() > 0
            && usable.apply(ino).contains(Capability.NAMES_EXCLUSIVE)
            && AccessCheck.allows(caller, directory, AccessCheck.WRITE | AccessCheck.EXECUTE);
    return changeable ? directory : null;
  }

  private @Nullable FsAnswer made(Caller caller, FsRequest.Make make, Timestamp now) {
    Inode directory = directory(caller, make.directory());
    FileLayout layout = names.layoutIn(make.directory(), now);
    boolean certain =
        directory != null
            && layout != null
            && isFile(make.content())
            && directory.content() instanceof InodeContent.Directory it
            && !it.quota().isLimit()
            && (make.mode() & Permissions.SET_GROUP_ID) == 0
            && !directory.attributes().containsKey(AccessList.DEFAULT);
    Optional<Ino> found = certain ? names.find(make.directory(), make.name()) : null;
    if (directory == null || layout == null || found == null || found.isPresent()) {
      return null;
    }
    Permissions above = directory.permissions();
    boolean inherits = (above.mode() & Permissions.SET_GROUP_ID) != 0;
    return new FsAnswer.Found(
        new Inode(
            make.ino(),
            new Permissions(
                make.mode() & Permissions.MODE_MASK & ~(make.mask() & 0777),
                caller.user(),
                inherits ? above.group() : caller.group()),
            FileTimes.bornAt(now),
            1,
            new InodeContent.File(layout, 0, range(make.content()), 0),
            new TreeMap<>()));
  }

  private static boolean isFile(FsRequest.NewContent content) {
    return content instanceof FsRequest.NewContent.NewFile
        || content instanceof FsRequest.NewContent.NewWritten;
  }

  private static long range(FsRequest.NewContent content) {
    return content instanceof FsRequest.NewContent.NewWritten written ? written.range() : 0;
  }

  private @Nullable FsAnswer removed(Caller caller, FsRequest.Remove remove) {
    boolean certain = !remove.ofDirectory() && mayMove(caller, remove.directory(), remove.name());
    return certain ? new FsAnswer.Done() : null;
  }

  private @Nullable FsAnswer renamed(Caller caller, FsRequest.Rename rename) {
    boolean certain =
        rename.from().equals(rename.to())
            && rename.mode() != FsRequest.RenameMode.EXCHANGE
            && mayMove(caller, rename.from(), rename.name());
    Optional<Ino> replaced = certain ? names.find(rename.to(), rename.newName()) : null;
    return replaced != null && replaced.isEmpty() ? new FsAnswer.Done() : null;
  }

  /** Whether a name is certain to be a file's that the caller may take out of its directory. */
  private boolean mayMove(Caller caller, Ino in, EntryName name) {
    Inode directory = directory(caller, in);
    if (directory == null || (directory.permissions().mode() & Permissions.STICKY) != 0) {
      return false;
    }
    Optional<Ino> found = names.find(in, name);
    Inode inode = found == null ? null : found.map(inodes::forAccess).orElse(null);
    return inode != null
        && !inode.isDirectory()
        && usable.apply(inode.ino()).contains(Capability.LINKS_EXCLUSIVE);
  }
}
