package io.pando.mds.check;

import io.pando.bytes.Payload;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.table.Nothing;
import io.pando.proto.FormatException;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a file system say, in any order of the tables. It takes about 300 bytes for each
 * inode.
 */
final class TreeFacts {
  private static final int MOST_SHOWN = 64;

  /** Names of an inode of the link table. */
  record Names(int count, FragmentId first, EntryName name, FileType type) {}

  /** A fragment: its head, and the sum over its entries. */
  record Fragment(FragmentTotals head, FragmentTotals counted) {}

  final SortedMap<Ino, KnownInode> inodes = new TreeMap<>();
  final SortedMap<Ino, Names> names = new TreeMap<>();
  final SortedMap<FragmentId, Fragment> fragments = new TreeMap<>();
  final SortedMap<FragmentId, String> pointers = new TreeMap<>();

  /** Fragments that were not read to their end. */
  final SortedSet<FragmentId> unread = new TreeSet<>();

  private final CheckTarget target;
  private final Inconsistencies problems;

  TreeFacts(CheckTarget target, Inconsistencies problems) {
    this.target = target;
    this.problems = problems;
  }

  // Rows

  /** Takes a fragment of a directory. */
  TableScan.Sink<FragmentTotals, EntryKey, DirEntry> fragment(FragmentId id) {
    unread.add(id);
    return new TableScan.Sink<>() {
      private long files;
      private long directories;
      private SubtreeTotals subtree = SubtreeTotals.NONE;

      @Override
      public void onAttributes(SortedMap<String, Payload> attributes) {
        pointers.put(id, pointer(attributes));
      }

      @Override
      public void onRow(EntryKey key, DirEntry entry) {
        boolean isDirectory = entry.type() == FileType.DIRECTORY;
        files += isDirectory ? 0 : 1;
        directories += isDirectory ? 1 : 0;
        subtree = subtree.plus(share(entry));
        onEntry(id, key, entry);
      }

      @Override
      public void onEnd(FragmentTotals head) {
        unread.remove(id);
        fragments.put(
            id,
            new Fragment(head, new FragmentTotals(files, directories, subtree, head.modified())));
      }
    };
  }

  /** What an entry adds to the totals of everything below its directory. */
  private static SubtreeTotals share(DirEntry entry) {
    if (!(entry instanceof DirEntry.Primary it)) {
      return new SubtreeTotals(0, 1, 0);
    }
    return it.inode().content() instanceof InodeContent.Directory directory
        ? directory.totals().subtree().plus(new SubtreeTotals(0, 0, 1))
        : new SubtreeTotals(
            it.inode().content() instanceof InodeContent.File file ? file.size() : 0, 1, 0);
  }

  private void onEntry(FragmentId id, EntryKey key, DirEntry entry) {
    if (!EntryKey.of(key.name(), target.hash()).equals(key)
        || !id.fragment().contains(key.hash())) {
      problems.add(new Inconsistency.Misplaced(id, key.text()));
    }
    switch (entry) {
      case DirEntry.Primary it -> add(it.inode(), id, key);
      case DirEntry.Remote it ->
          names.merge(
              it.ino(),
              new Names(1, id, key.name(), it.type()),
              (old, _) -> new Names(old.count() + 1, old.first(), old.name(), old.type()));
    }
  }

  /** Takes a part of the link table. */
  TableScan.Sink<Nothing, Ino, Inode> links() {
    return new TableScan.Sink<>() {
      @Override
      public void onAttributes(SortedMap<String, Payload> attributes) {}

      @Override
      public void onRow(Ino ino, Inode inode) {
        if (inode.ino().equals(ino)) {
          add(inode, null, null);
        } else {
          problems.add(
              new Inconsistency.WrongInode(
                  ino, "the link table", "is stored with number " + inode.ino()));
        }
      }

      @Override
      public void onEnd(Nothing head) {}
    };
  }

  private void add(Inode inode, @Nullable FragmentId fragment, @Nullable EntryKey key) {
    KnownInode known = new KnownInode(fragment, key, inode.links(), inode.content());
    KnownInode other = inodes.putIfAbsent(inode.ino(), known);
    if (other != null) {
      problems.add(new Inconsistency.Twice(inode.ino(), rawPlace(other), rawPlace(known)));
    }
  }

  /** A place by the number of the directory, for times at which paths are not known. */
  private static String rawPlace(KnownInode known) {
    return known.fragment == null || known.key == null
        ? "the link table"
        : "'%s' in directory %s".formatted(known.key.name(), known.fragment.directory());
  }

  // Objects

  /** Where an object says that its inode is, as text; empty if it says nothing. */
  static String pointer(SortedMap<String, Payload> attributes) {
    Payload bytes = attributes.get(BackPointer.ATTRIBUTE);
    if (bytes == null) {
      return "";
    }
    try {
      BackPointer pointer = MetadataRecords.BACK_POINTER.decode(bytes);
      return pointer.ancestors().isEmpty()
          ? "names no directory"
          : pointer(
              pointer.ancestors().getFirst().directory(), pointer.ancestors().getFirst().name());
    } catch (FormatException | IllegalArgumentException damaged) {
      return "is damaged: " + damaged.getMessage();
    }
  }

  static String pointer(Ino directory, EntryName name) {
    return "'%s' in directory %s".formatted(name, directory);
  }

  // Answers

  @Nullable KnownInode inode(Ino ino) {
    return inodes.get(ino);
  }

  /** Whether an inode has no name, and is in the directory for those. */
  boolean isStray(KnownInode inode) {
    return inode.fragment != null && inode.fragment.directory().equals(target.strays());
  }

  /** Path of an inode for people. */
  String where(Ino ino) {
    if (ino.equals(Ino.ROOT)) {
      return "/";
    }
    Names named = names.get(ino);
    KnownInode known = inodes.get(ino);
    if (known != null && known.fragment != null && known.key != null) {
      return where(known.fragment, known.key.name());
    }
    return named == null ? "without a path" : where(named.first(), named.name());
  }

  /** Path of a name for people. */
  String where(FragmentId fragment, EntryName name) {
    StringBuilder path = new StringBuilder("/").append(name);
    Ino next = fragment.directory();
    for (int depth = 0; depth < MOST_SHOWN; depth++) {
      if (next.equals(Ino.ROOT)) {
        return path.toString();
      }
      if (next.equals(target.strays())) {
        return "removed" + path;
      }
      KnownInode above = inodes.get(next);
      if (above == null || above.fragment == null || above.key == null) {
        return "directory " + next + path;
      }
      path.insert(0, "/" + above.key.name());
      next = above.fragment.directory();
    }
    return "..." + path;
  }
}
