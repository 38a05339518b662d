package io.pando.sim.scale;

import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableCommit;
import io.pando.sim.scale.MeasuredObjects.Content;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file system of many files that are not in memory: the objects of the directories are computed
 * when they are read. Below the root are directories, and in each of them files.
 *
 * @param directories number of directories
 * @param files number of files in each; those of one directory follow those before in their numbers
 * @param linked whether each file has another name elsewhere, so that it is in the link table
 */
public record GeneratedFiles(int directories, int files, boolean linked) {
  private static final long VERSION = 7;
  private static final long BYTES = 12_345;
  private static final long SECOND = 1_700_000_000;
  private static final long FIRST = 1L << 50;
  private static final long FIRST_FILE = FIRST + (1L << 40);
  private static final Ino STRAYS =
      new NamesConfig(
              MeasuredRank.LAYOUT, List.of(MeasuredRank.DATA), new Permissions(0777, 0, 0), 0)
          .strays();
  private static final Permissions OF_FILES = new Permissions(0644, 1000, 1000);
  private static final Permissions OF_DIRECTORIES = new Permissions(0755, 1000, 1000);
  private static final DirectoryFormat ENTRIES = new DirectoryFormat();
  private static final LinkFormat LINKS = new LinkFormat();

  /** The objects of the file system. */
  public MeasuredObjects objects() {
    return new MeasuredObjects(this::object);
  }

  /** Number of a directory. */
  public Ino directory(int at) {
    return new Ino(FIRST + at);
  }

  /** Number of a file. */
  public Ino file(int directory, int at) {
    return new Ino(FIRST_FILE + (long) directory * files + at);
  }

  /** Name of a directory below the root. */
  public EntryName directoryName(int at) {
    return EntryName.of("directory-" + at);
  }

  /** Name of a file in each directory. */
  public EntryName fileName(int at) {
    return EntryName.of("file-%06d.txt".formatted(at));
  }

  private @Nullable Content object(String name) {
    String[] parts = name.split("[.]", -1);
    return switch (parts[0]) {
      case "dir" -> directoryObject(Ino.parse(parts[1]));
      case "links" -> linkObject(Long.parseLong(parts[1], 16));
      default -> null;
    };
  }

  private @Nullable Content linkObject(long slice) {
    Content links = new Content();
    if (slice == LinkFormat.slice(Ino.ROOT)) {
      put(links, inode(Ino.ROOT, ofDirectory(totalsOfRoot())));
      put(links, inode(STRAYS, ofDirectory(FragmentTotals.EMPTY)));
    } else if (linked) {
      long end = FIRST_FILE + (long) directories * files;
      for (long i = FIRST_FILE; i < end; i++) {
        Ino ino = new Ino(i);
        if (LinkFormat.slice(ino) == slice) {
          put(links, inode(ino, ofFile()).withLinks(2));
        }
      }
    } else {
      return null;
    }
    return links.attribute(
        TableCommit.HEAD, LINKS.encodeHead(new Stored<>(VERSION, LINKS.emptyHead())));
  }

  private static void put(Content links, Inode inode) {
    links.entry(LINKS.text(inode.ino()), LINKS.encode(new Stored<>(VERSION, inode)));
  }

  private static InodeContent ofFile() {
    return new InodeContent.File(MeasuredRank.LAYOUT, BYTES, 0, 0);
  }

  private @Nullable Content directoryObject(Ino ino) {
    if (ino.equals(Ino.ROOT)) {
      Content root = new Content();
      for (int i = 0; i < directories; i++) {
        Inode inode = inode(directory(i), ofDirectory(totalsOfDirectory()));
        put(root, directoryName(i), new DirEntry.Primary(inode));
      }
      return head(root, totalsOfRoot());
    }
    if (ino.equals(STRAYS)) {
      return head(new Content(), FragmentTotals.EMPTY);
    }
    long at = ino.value() - FIRST;
    if (at < 0 || at >= directories) {
      return null;
    }
    Content directory = new Content();
    for (int i = 0; i < files; i++) {
      Ino file = file((int) at, i);
      put(
          directory,
          fileName(i),
          linked
              ? new DirEntry.Remote(file, FileType.REGULAR)
              : new DirEntry.Primary(inode(file, ofFile())));
    }
    BackPointer pointer =
        new BackPointer(List.of(new BackPointer.Ancestor(Ino.ROOT, directoryName((int) at))));
    directory.attribute(BackPointer.ATTRIBUTE, MetadataRecords.BACK_POINTER.encode(pointer));
    return head(directory, totalsOfDirectory());
  }

  private static void put(Content directory, EntryName name, DirEntry entry) {
    directory.entry(
        ENTRIES.text(EntryKey.of(name, MeasuredRank.HASH)),
        ENTRIES.encode(new Stored<>(VERSION, entry)));
  }

  private static Content head(Content directory, FragmentTotals totals) {
    return directory.attribute(TableCommit.HEAD, ENTRIES.encodeHead(new Stored<>(VERSION, totals)));
  }

  private FragmentTotals totalsOfDirectory() {
    return new FragmentTotals(
        files, 0, new SubtreeTotals(BYTES * files, files, 0), new Timestamp(SECOND, 0));
  }

  private FragmentTotals totalsOfRoot() {
    long all = (long) directories * files;
    return new FragmentTotals(
        0, directories, new SubtreeTotals(BYTES * all, all, directories), new Timestamp(SECOND, 0));
  }

  private static InodeContent ofDirectory(FragmentTotals totals) {
    return InodeContent.Directory.empty().withTotals(totals);
  }

  private static Inode inode(Ino ino, InodeContent content) {
    // As after "tar x": the time of the data is older than that of the inode.
    Timestamp born = new Timestamp(SECOND + ino.value() % SECOND, 5_000_000);
    Timestamp modified = new Timestamp(SECOND - ino.value() % SECOND, 0);
    Permissions permissions = content instanceof InodeContent.Directory ? OF_DIRECTORIES : OF_FILES;
    return new Inode(
        ino, permissions, new FileTimes(born, modified, born, born), 1, content, new TreeMap<>());
  }
}
