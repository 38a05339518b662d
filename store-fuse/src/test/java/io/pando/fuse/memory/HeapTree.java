package io.pando.fuse.memory;

import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Inodes and names on the heap. One thread uses it. */
final class HeapTree {
  final NameHash hash;
  private final Map<Ino, Inode> inodes = new HashMap<>();
  private final Map<Ino, NavigableMap<EntryKey, Ino>> entries = new HashMap<>();
  private final Map<Ino, Ino> parents = new HashMap<>();
  private final Map<Ino, MemoryData> data = new HashMap<>();
  private long lastIno = Ino.FIRST_FREE.value();
  private long now = 1_000_000_000;

  HeapTree(NameHash hash, int user, int group) {
    this.hash = hash;
    put(
        new Inode(
            Ino.ROOT,
            new Permissions(0755, user, group),
            FileTimes.bornAt(now()),
            2,
            InodeContent.Directory.empty(),
            new TreeMap<>()));
    entries.put(Ino.ROOT, new TreeMap<>());
    parents.put(Ino.ROOT, Ino.ROOT);
  }

  Timestamp now() {
    return new Timestamp(++now, 0);
  }

  void put(Inode inode) {
    inodes.put(inode.ino(), inode);
  }

  Inode inode(Ino ino) throws FailedRequest {
    Inode inode = inodes.get(ino);
    if (inode == null) {
      throw failure(FsError.ESTALE);
    }
    return inode;
  }

  MemoryData data(Ino ino) {
    return data.computeIfAbsent(ino, _ -> new MemoryData());
  }

  int count() {
    return inodes.size();
  }

  static FailedRequest failure(FsError error) {
    return new FailedRequest(error.number());
  }

  void require(Caller caller, Inode inode, int things) throws FailedRequest {
    if (!AccessCheck.allows(caller, inode, things)) {
      throw failure(FsError.EACCES);
    }
  }

  /** The file has as many bytes as its data. */
  Inode written(Ino ino) throws FailedRequest {
    Inode inode = inode(ino);
    FileLayout layout = ((InodeContent.File) inode.content()).layout();
    Inode changed =
        inode
            .withContent(new InodeContent.File(layout, data(ino).size(), 0, 0))
            .withTimes(inode.times().modifiedAt(now()));
    put(changed);
    return changed;
  }

  NavigableMap<EntryKey, Ino> names(Ino directory) throws FailedRequest {
    NavigableMap<EntryKey, Ino> names = entries.get(directory);
    if (names == null) {
      throw failure(FsError.ENOTDIR);
    }
    return names;
  }

  Ino find(Caller caller, Ino directory, EntryName name) throws FailedRequest {
    require(caller, inode(directory), AccessCheck.EXECUTE);
    Ino found = names(directory).get(key(name));
    if (found == null) {
      throw failure(FsError.ENOENT);
    }
    return found;
  }

  EntryKey key(EntryName name) {
    return EntryKey.of(name, hash);
  }

  Ino parent(Ino directory) {
    return parents.getOrDefault(directory, Ino.ROOT);
  }

  Inode make(Caller caller, FsRequest.Make make) throws FailedRequest {
    Inode above = inode(make.directory());
    require(caller, above, AccessCheck.WRITE | AccessCheck.EXECUTE);
    if (names(make.directory()).containsKey(key(make.name()))) {
      throw failure(FsError.EEXIST);
    }
    InodeContent content =
        switch (make.content()) {
          case NewContent.NewFile _, NewContent.NewWritten _ ->
              InodeContent.File.empty(FileLayout.usual(new PoolId(1)));
          case NewContent.NewDirectory _ -> InodeContent.Directory.empty();
          case NewContent.NewSymlink link -> new InodeContent.Symlink(link.target());
          case NewContent.NewSpecial special ->
              new InodeContent.Special(special.type(), special.device());
        };
    Inode made =
        new Inode(
            make.ino(),
            new Permissions(make.mode() & ~make.mask(), caller.user(), caller.group()),
            FileTimes.bornAt(now()),
            content instanceof InodeContent.Directory ? 2 : 1,
            content,
            new TreeMap<>());
    put(made);
    enter(make.directory(), make.name(), made);
    if (made.isDirectory()) {
      entries.put(made.ino(), new TreeMap<>());
    }
    return made;
  }

  Ino newNumber() {
    return new Ino(++lastIno);
  }

  private void enter(Ino directory, EntryName name, Inode inode) throws FailedRequest {
    names(directory).put(key(name), inode.ino());
    if (inode.isDirectory()) {
      parents.put(inode.ino(), directory);
      addLinks(directory, 1);
    }
  }

  private void leave(Ino directory, EntryName name, Inode inode) throws FailedRequest {
    names(directory).remove(key(name));
    if (inode.isDirectory()) {
      addLinks(directory, -1);
    }
  }

  private void addLinks(Ino ino, int more) throws FailedRequest {
    Inode inode = inode(ino);
    put(inode.withLinks(inode.links() + more));
  }

  Inode link(FsRequest.Link link) throws FailedRequest {
    if (names(link.directory()).containsKey(key(link.name()))) {
      throw failure(FsError.EEXIST);
    }
    addLinks(link.ino(), 1);
    enter(link.directory(), link.name(), inode(link.ino()));
    return inode(link.ino());
  }

  void remove(Caller caller, FsRequest.Remove remove) throws FailedRequest {
    Inode inode = inode(find(caller, remove.directory(), remove.name()));
    require(caller, inode(remove.directory()), AccessCheck.WRITE);
    if (inode.isDirectory() != remove.ofDirectory()) {
      throw failure(inode.isDirectory() ? FsError.EISDIR : FsError.ENOTDIR);
    }
    if (inode.isDirectory() && !names(inode.ino()).isEmpty()) {
      throw failure(FsError.ENOTEMPTY);
    }
    leave(remove.directory(), remove.name(), inode);
    if (inode.isDirectory()) {
      inodes.remove(inode.ino());
    } else {
      put(inode.withLinks(inode.links() - 1));
    }
  }

  void rename(Caller caller, FsRequest.Rename rename) throws FailedRequest {
    Inode moved = inode(find(caller, rename.from(), rename.name()));
    Ino there = names(rename.to()).get(key(rename.newName()));
    switch (rename.mode()) {
      case NO_REPLACE -> {
        if (there != null) {
          throw failure(FsError.EEXIST);
        }
      }
      case EXCHANGE -> {
        if (there == null) {
          throw failure(FsError.ENOENT);
        }
      }
      case REPLACE -> {
        if (there != null) {
          remove(
              caller,
              new FsRequest.Remove(rename.to(), rename.newName(), inode(there).isDirectory()));
        }
      }
    }
    leave(rename.from(), rename.name(), moved);
    if (rename.mode() == FsRequest.RenameMode.EXCHANGE && there != null) {
      leave(rename.to(), rename.newName(), inode(there));
      enter(rename.from(), rename.name(), inode(there));
    }
    enter(rename.to(), rename.newName(), moved);
  }

  FsAnswer list(FsRequest.ListDirectory list) throws FailedRequest {
    EntryName after = list.afterName();
    NavigableMap<EntryKey, Ino> all = names(list.directory());
    List<FsAnswer.Entry> found = new ArrayList<>();
    for (Map.Entry<EntryKey, Ino> each : all.entrySet()) {
      EntryKey key = each.getKey();
      boolean behind =
          key.hash() > list.afterHash()
              || (key.hash() == list.afterHash()
                  && after != null
                  && key.name().compareTo(after) > 0);
      if (behind) {
        if (found.size() == list.most()) {
          return new FsAnswer.Listing(found, true);
        }
        found.add(new FsAnswer.Entry(key.name(), inode(each.getValue())));
      }
    }
    return new FsAnswer.Listing(found, false);
  }
}
