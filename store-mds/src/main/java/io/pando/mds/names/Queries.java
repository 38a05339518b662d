package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.access.Access;
import io.pando.mds.tree.UnreadException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Requests that change nothing. */
final class Queries {
  /** A listing ends once its entries have this many bytes, roughly. */
  private static final int MOST_LISTING_BYTES = 1 << 20;

  private static final int USUAL_ENTRY_BYTES = 200;

  private final Work work;

  Queries(Work work) {
    this.work = work;
  }

  FsAnswer execute(FsRequest.Query query) throws UnreadException, FsException {
    return switch (query) {
      case FsRequest.Lookup it -> lookup(it);
      case FsRequest.GetInode it -> work.found(work.inode(it.ino()));
      case FsRequest.GetParent it -> parent(it.directory());
      case FsRequest.ListDirectory it -> list(it);
    };
  }

  private FsAnswer lookup(FsRequest.Lookup it) throws UnreadException, FsException {
    Inode directory = work.searched(it.directory());
    DirEntry entry = work.view().entry(directory, it.name());
    if (entry == null) {
      throw new FsException(FsError.ENOENT);
    }
    return work.found(work.inode(entry));
  }

  private FsAnswer parent(Ino ino) throws UnreadException, FsException {
    Inode directory = work.directory(ino);
    work.require(directory, Access.EXECUTE);
    FsException.when(directory.links() == 0, FsError.ENOENT);
    Inode parent = work.view().parent(ino);
    return work.found(parent == null ? directory : parent);
  }

  private FsAnswer list(FsRequest.ListDirectory it) throws UnreadException, FsException {
    Inode directory = work.directory(it.directory());
    work.acts(it.directory(), CapabilitySet.of(Capability.NAMES_SHARED));
    work.require(directory, Access.READ);
    return list(directory, it);
  }

  /** Entries of a directory that the caller may list. */
  FsAnswer list(Inode directory, FsRequest.ListDirectory it) throws UnreadException, FsException {
    boolean valid =
        it.most() >= 1
            && it.most() <= FsRequest.ListDirectory.MOST_ENTRIES
            && it.afterHash() >= -1
            && it.afterHash() <= NameHash.MOST;
    FsException.when(!valid, FsError.EINVAL);
    SortedMap<EntryKey, DirEntry> entries = work.view().list(directory, after(it), it.most() + 1);
    List<Inode> inodes = work.view().inodes(entries.values());
    FsException.when(inodes.size() < entries.size(), FsError.EIO);
    List<FsAnswer.Entry> listed = new ArrayList<>();
    int bytes = 0;
    for (EntryKey key : entries.keySet()) {
      if (listed.size() == it.most() || bytes > MOST_LISTING_BYTES) {
        return new FsAnswer.Listing(listed, true);
      }
      Inode inode = inodes.get(listed.size());
      work.shows(inode);
      listed.add(new FsAnswer.Entry(key.name(), work.view().shown(inode)));
      bytes += bytes(key, inode);
    }
    return new FsAnswer.Listing(listed, false);
  }

  /** The place behind which entries are listed; null for all. */
  private static @Nullable EntryKey after(FsRequest.ListDirectory it) {
    if (it.afterHash() < 0) {
      return null;
    }
    EntryName name = it.afterName();
    return new EntryKey(it.afterHash(), name == null ? lastName() : name);
  }

  /** No name is behind this one. */
  private static EntryName lastName() {
    byte[] bytes = new byte[EntryName.MOST_BYTES];
    Arrays.fill(bytes, (byte) 0xff);
    return EntryName.of(bytes);
  }

  private static int bytes(EntryKey key, Inode inode) {
    int attributes = inode.attributes().values().stream().mapToInt(Payload::size).sum();
    int target = inode.isDirectory() ? 0 : (int) Math.min(inode.size(), 1 << 12);
    return USUAL_ENTRY_BYTES + key.name().size() + attributes + target;
  }
}
