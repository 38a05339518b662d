package io.pando.client.file;

import static java.util.Objects.requireNonNull;

import io.pando.bytes.Payload;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names and inodes in memory, by the rules of Linux. Default access control lists do nothing, and
 * the totals of a directory are those of its own entries, without bytes.
 */
final class MemoryTree {
  static final NameHash HASH = new NameHash(77);

  private static final FileLayout LAYOUT = FileLayout.usual(new PoolId(1));
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final NavigableMap<Ino, MemoryNode> nodes = new TreeMap<>();
  private long lastIno = Ino.FIRST_FREE.value();
  private long ticks;

  MemoryTree() {
    Permissions permissions = new Permissions(0755, 0, 0);
    nodes.put(
        Ino.ROOT,
        new MemoryNode(inode(Ino.ROOT, permissions, InodeContent.Directory.empty()), null));
  }

  private Inode inode(Ino ino, Permissions permissions, InodeContent content) {
    return new Inode(ino, permissions, FileTimes.bornAt(now()), 1, content, new TreeMap<>());
  }

  /** A clock that shows another time whenever it is read. */
  Timestamp now() {
    return Timestamp.ofMillis(START_MILLIS + ++ticks);
  }

  int count() {
    return nodes.size();
  }

  long allocated() {
    return nodes.values().stream().mapToLong(node -> node.bytes.allocated()).sum();
  }

  Iterable<MemoryNode> nodes() {
    return nodes.values();
  }

  MemoryNode node(Ino ino) {
    MemoryNode node = nodes.get(ino);
    MemoryRefusal.when(node == null, FsError.ESTALE);
    return requireNonNull(node);
  }

  // Checks

  static void require(Caller caller, MemoryNode node, int things) {
    MemoryRefusal.when(!AccessCheck.allows(caller, node.inode, things), FsError.EACCES);
  }

  private MemoryNode directory(Ino ino) {
    MemoryNode node = node(ino);
    MemoryRefusal.when(!node.inode.isDirectory(), FsError.ENOTDIR);
    return node;
  }

  private MemoryNode searched(Caller caller, Ino ino) {
    MemoryNode directory = directory(ino);
    require(caller, directory, AccessCheck.EXECUTE);
    return directory;
  }

  static @Nullable MemoryNode entry(MemoryNode directory, EntryName name) {
    return directory.entries.get(EntryKey.of(name, HASH));
  }

  private static MemoryNode existing(MemoryNode directory, EntryName name) {
    MemoryNode node = entry(directory, name);
    MemoryRefusal.when(node == null, FsError.ENOENT);
    return requireNonNull(node);
  }

  private static void checkRemovable(Caller caller, MemoryNode directory, MemoryNode node) {
    require(caller, directory, AccessCheck.WRITE);
    boolean sticky = (directory.inode.permissions().mode() & Permissions.STICKY) != 0;
    boolean owns =
        caller.isSuperuser()
            || caller.user() == directory.inode.permissions().owner()
            || caller.user() == node.inode.permissions().owner();
    MemoryRefusal.when(sticky && !owns, FsError.EPERM);
  }

  // Requests

  FsAnswer execute(Caller caller, FsRequest request) {
    return switch (request) {
      case FsRequest.Lookup it -> found(existing(searched(caller, it.directory()), it.name()));
      case FsRequest.GetInode it -> found(node(it.ino()));
      case FsRequest.GetParent it -> {
        MemoryNode directory = searched(caller, it.directory());
        yield found(directory.parent == null ? directory : directory.parent);
      }
      case FsRequest.ListDirectory it -> list(caller, it);
      case FsRequest.Make it ->
          found(make(caller, it.directory(), it.name(), permissions(it), it.content()));
      case FsRequest.Link it -> link(caller, it);
      case FsRequest.Remove it -> remove(caller, it);
      case FsRequest.Rename it -> rename(caller, it);
      case FsRequest.SetAttributes it -> {
        MemoryNode node = node(it.ino());
        node.inode = new MemoryChanges(caller, now()).set(node, it.change());
        yield found(node);
      }
      case FsRequest.SetXattr it -> {
        MemoryNode node = node(it.ino());
        node.inode = new MemoryChanges(caller, now()).set(node.inode, it);
        yield found(node);
      }
      case FsRequest.RemoveXattr it -> {
        MemoryNode node = node(it.ino());
        node.inode = new MemoryChanges(caller, now()).remove(node.inode, it.name());
        yield found(node);
      }
    };
  }

  private static int permissions(FsRequest.Make make) {
    return make.mode() & ~make.mask();
  }

  /** The answer with an inode, with the totals of a directory as they are now. */
  static FsAnswer.Found found(MemoryNode node) {
    return new FsAnswer.Found(shown(node));
  }

  static Inode shown(MemoryNode node) {
    if (!(node.inode.content() instanceof InodeContent.Directory directory)) {
      return node.inode;
    }
    long directories = node.directories();
    FragmentTotals totals =
        new FragmentTotals(
            node.entries.size() - directories,
            directories,
            new SubtreeTotals(0, node.entries.size() - directories, directories),
            node.inode.times().modified());
    return node.inode.withContent(directory.withTotals(totals));
  }

  private FsAnswer list(Caller caller, FsRequest.ListDirectory request) {
    MemoryNode directory = directory(request.directory());
    require(caller, directory, AccessCheck.READ);
    boolean valid = request.most() >= 1 && request.most() <= FsRequest.ListDirectory.MOST_ENTRIES;
    MemoryRefusal.when(!valid, FsError.EINVAL);
    NavigableMap<EntryKey, MemoryNode> rest = directory.entries;
    if (request.afterHash() >= 0) {
      EntryName after = request.afterName();
      rest = rest.tailMap(new EntryKey(request.afterHash(), after == null ? last() : after), false);
    }
    List<FsAnswer.Entry> listed = new ArrayList<>();
    for (Map.Entry<EntryKey, MemoryNode> each : rest.entrySet()) {
      if (listed.size() == request.most()) {
        return new FsAnswer.Listing(listed, true);
      }
      listed.add(new FsAnswer.Entry(each.getKey().name(), shown(each.getValue())));
    }
    return new FsAnswer.Listing(listed, false);
  }

  private static EntryName last() {
    byte[] bytes = new byte[EntryName.MOST_BYTES];
    Arrays.fill(bytes, (byte) 0xff);
    return EntryName.of(bytes);
  }

  // Names

  /** Makes an inode under a number that no other had. */
  MemoryNode make(
      Caller caller, Ino in, EntryName name, int mode, FsRequest.NewContent newContent) {
    MemoryNode directory = searched(caller, in);
    MemoryRefusal.when(entry(directory, name) != null, FsError.EEXIST);
    require(caller, directory, AccessCheck.WRITE);
    MemoryRefusal.when(directory.inode.links() == 0, FsError.ENOENT);
    InodeContent content = content(newContent);
    Permissions above = directory.inode.permissions();
    boolean inherits = (above.mode() & Permissions.SET_GROUP_ID) != 0;
    int group = inherits ? above.group() : caller.group();
    int bits =
        switch (content) {
          case InodeContent.Symlink _ -> 0777;
          case InodeContent.Directory _ ->
              (mode & (0777 | Permissions.STICKY)) | (above.mode() & Permissions.SET_GROUP_ID);
          case InodeContent.File _, InodeContent.Special _ -> mode & Permissions.MODE_MASK;
        };
    Ino ino = new Ino(++lastIno);
    Inode inode = inode(ino, new Permissions(bits, caller.user(), group), content);
    MemoryNode made = new MemoryNode(inode, inode.isDirectory() ? directory : null);
    nodes.put(ino, made);
    directory.entries.put(EntryKey.of(name, HASH), made);
    touch(directory);
    return made;
  }

  private static InodeContent content(FsRequest.NewContent content) {
    return switch (content) {
      case FsRequest.NewContent.NewFile _, FsRequest.NewContent.NewWritten _ ->
          InodeContent.File.empty(LAYOUT);
      case FsRequest.NewContent.NewDirectory _ -> InodeContent.Directory.empty();
      case FsRequest.NewContent.NewSymlink it -> new InodeContent.Symlink(checked(it.target()));
      case FsRequest.NewContent.NewSpecial it -> new InodeContent.Special(it.type(), it.device());
    };
  }

  private static Payload checked(Payload target) {
    MemoryRefusal.when(target.isEmpty(), FsError.ENOENT);
    MemoryRefusal.when(
        target.size() > InodeContent.Symlink.MOST_TARGET_BYTES, FsError.ENAMETOOLONG);
    return target;
  }

  private void touch(MemoryNode directory) {
    directory.inode = directory.inode.withTimes(directory.inode.times().modifiedAt(now()));
  }

  private void changeLinks(MemoryNode node, int by) {
    node.inode =
        node.inode
            .withLinks(node.inode.links() + by)
            .withTimes(node.inode.times().changedAt(now()));
    forget(node);
  }

  /** Forgets a node that has no name and is not open. */
  void forget(MemoryNode node) {
    if (node.inode.links() == 0 && node.opens == 0) {
      nodes.remove(node.inode.ino());
    }
  }

  private FsAnswer link(Caller caller, FsRequest.Link request) {
    MemoryNode node = node(request.ino());
    MemoryNode directory = searched(caller, request.directory());
    MemoryRefusal.when(entry(directory, request.name()) != null, FsError.EEXIST);
    MemoryRefusal.when(node.inode.isDirectory(), FsError.EPERM);
    MemoryRefusal.when(node.inode.links() == 0, FsError.ENOENT);
    require(caller, directory, AccessCheck.WRITE);
    directory.entries.put(EntryKey.of(request.name(), HASH), node);
    touch(directory);
    changeLinks(node, 1);
    return found(node);
  }

  private FsAnswer remove(Caller caller, FsRequest.Remove request) {
    MemoryNode directory = searched(caller, request.directory());
    MemoryNode node = existing(directory, request.name());
    checkRemovable(caller, directory, node);
    checkKind(node, request.ofDirectory());
    MemoryRefusal.when(!node.entries.isEmpty(), FsError.ENOTEMPTY);
    directory.entries.remove(EntryKey.of(request.name(), HASH));
    touch(directory);
    changeLinks(node, -1);
    return new FsAnswer.Done();
  }

  private static void checkKind(MemoryNode node, boolean directory) {
    MemoryRefusal.when(directory && !node.inode.isDirectory(), FsError.ENOTDIR);
    MemoryRefusal.when(!directory && node.inode.isDirectory(), FsError.EISDIR);
  }

  private static boolean isWithin(@Nullable MemoryNode directory, MemoryNode above) {
    for (MemoryNode each = directory; each != null; each = each.parent) {
      if (each == above) {
        return true;
      }
    }
    return false;
  }

  private FsAnswer rename(Caller caller, FsRequest.Rename request) {
    MemoryNode from = searched(caller, request.from());
    MemoryNode to = searched(caller, request.to());
    MemoryNode source = existing(from, request.name());
    MemoryNode target = entry(to, request.newName());
    boolean exchanges = request.mode() == FsRequest.RenameMode.EXCHANGE;
    MemoryRefusal.when(
        request.mode() == FsRequest.RenameMode.NO_REPLACE && target != null, FsError.EEXIST);
    MemoryRefusal.when(isWithin(to, source), FsError.EINVAL);
    MemoryRefusal.when(exchanges && target == null, FsError.ENOENT);
    MemoryRefusal.when(
        target != null && isWithin(from, target), exchanges ? FsError.EINVAL : FsError.ENOTEMPTY);
    if (source == target) {
      return new FsAnswer.Done();
    }
    checkRemovable(caller, from, source);
    require(caller, to, AccessCheck.WRITE);
    EntryKey oldKey = EntryKey.of(request.name(), HASH);
    EntryKey newKey = EntryKey.of(request.newName(), HASH);
    if (target != null) {
      checkRemovable(caller, to, target);
      if (!exchanges) {
        checkKind(target, source.inode.isDirectory());
        MemoryRefusal.when(!target.entries.isEmpty(), FsError.ENOTEMPTY);
      }
    }
    from.entries.remove(oldKey);
    to.entries.put(newKey, source);
    source.parent = source.inode.isDirectory() ? to : null;
    if (target != null && exchanges) {
      from.entries.put(oldKey, target);
      target.parent = target.inode.isDirectory() ? from : null;
    } else if (target != null) {
      changeLinks(target, -1);
    }
    source.inode = source.inode.withTimes(source.inode.times().changedAt(now()));
    touch(from);
    touch(to);
    return new FsAnswer.Done();
  }
}
