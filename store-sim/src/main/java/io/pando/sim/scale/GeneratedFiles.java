package io.pando.sim.scale;

import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
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
 * @param files number of files in each
 */
public record GeneratedFiles(int directories, int files) {
  private static final long VERSION = 7;
  private static final long BYTES = 12_345;
  private static final long SECOND = 1_700_000_000;
  private static final long FIRST = 1L << 50;
  private static final int DIRECTORY_SHIFT = 24;
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
    return new Ino(FIRST + ((long) at << DIRECTORY_SHIFT));
  }

  /** Number of a file. */
  public Ino file(int directory, int at) {
    return new Ino(directory(directory).value() + 1 + at);
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
      case "links" ->
          name.equals(LinkFormat.objectName(LinkFormat.slice(Ino.ROOT))) ? links() : null;
      default -> null;
    };
  }

  private Content links() {
    Content links = new Content();
    Inode root = inode(Ino.ROOT, ofDirectory(totalsOfRoot()));
    Inode strays = inode(STRAYS, ofDirectory(FragmentTotals.EMPTY));
    for (Inode each : List.of(root, strays)) {
      links.entry(LINKS.text(each.ino()), LINKS.encode(new Stored<>(VERSION, each)));
    }
    return links.attribute(
        TableCommit.HEAD, LINKS.encodeHead(new Stored<>(VERSION, LINKS.emptyHead())));
  }

  private @Nullable Content directoryObject(Ino ino) {
    if (ino.equals(Ino.ROOT)) {
      Content root = new Content();
      for (int i = 0; i < directories; i++) {
        put(root, directoryName(i), inode(directory(i), ofDirectory(totalsOfDirectory())));
      }
      return head(root, totalsOfRoot());
    }
    if (ino.equals(STRAYS)) {
      return head(new Content(), FragmentTotals.EMPTY);
    }
    long at = (ino.value() - FIRST) >> DIRECTORY_SHIFT;
    if (at < 0 || at >= directories) {
      return null;
    }
    Content directory = new Content();
    for (int i = 0; i < files; i++) {
      put(
          directory,
          fileName(i),
          inode(file((int) at, i), new InodeContent.File(MeasuredRank.LAYOUT, BYTES, 0, 0)));
    }
    BackPointer pointer =
        new BackPointer(List.of(new BackPointer.Ancestor(Ino.ROOT, directoryName((int) at))));
    directory.attribute(BackPointer.ATTRIBUTE, MetadataRecords.BACK_POINTER.encode(pointer));
    return head(directory, totalsOfDirectory());
  }

  private static void put(Content directory, EntryName name, Inode inode) {
    directory.entry(
        ENTRIES.text(EntryKey.of(name, MeasuredRank.HASH)),
        ENTRIES.encode(new Stored<>(VERSION, new DirEntry.Primary(inode))));
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
