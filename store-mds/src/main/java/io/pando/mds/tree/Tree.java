package io.pando.mds.tree;

import io.pando.check.Invariant;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.RowListener;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tree of directories of a rank, as far as its rows are in memory. It is made before the
 * journal is replayed, and follows all changes of rows.
 *
 * <p>Totals are exact at any time, but reach the inodes of the directories above later: {@link
 * #propagate}. Until they do, the segments of the journal with the changes are held, so the owner
 * must propagate regularly, and whenever the journal is full; such an update is ordered although
 * the store does not admit others.
 *
 * <p>A directory's entry stays in memory while rows of the directory are ({@link #evict}), so the
 * path of each inode in memory is known.
 *
 * <p>Not safe for use by several threads.
 */
public final class Tree {
  /** An update takes no further inode that it need not have from this many bytes on. */
  private static final int MOST_BYTES = 256 << 10;

  private final RankMetadata metadata;
  private final NameHash hash;
  private final Places places = new Places();
  private final Totals totals = new Totals(this::stored, this::above);
  private final Mentions mentions;
  private final NewPlaces newPlaces = new NewPlaces();

  /**
   * Follows the rows from now on.
   *
   * @param metadata without any table yet
   */
  public Tree(RankMetadata metadata, NameHash hash) {
    this.metadata = metadata;
    this.hash = hash;
    this.mentions = new Mentions(metadata, places);
    metadata.listen(
        new RowListener() {
          @Override
          public void onEntry(
              FragmentId fragment,
              EntryKey key,
              @Nullable DirEntry before,
              @Nullable DirEntry after) {
            if (places.onEntry(fragment, key, before, after)) {
              totals.onMoved();
            }
            onDirectory(before);
            onDirectory(after);
          }

          @Override
          public void onPut(
              FragmentId fragment,
              EntryKey key,
              @Nullable DirEntry before,
              @Nullable DirEntry after,
              Segment segment) {
            newPlaces.onPut(before, after, segment);
          }

          @Override
          public void onTotals(
              FragmentId fragment,
              @Nullable FragmentTotals before,
              FragmentTotals after,
              Segment segment) {
            totals.onTotals(fragment, before, after, segment);
          }

          @Override
          public void onInode(Ino ino, @Nullable Inode before, @Nullable Inode after) {
            places.onInode(ino, after);
            totals.onDirectory(ino);
          }
        });
  }

  private void onDirectory(@Nullable DirEntry entry) {
    if (entry instanceof DirEntry.Primary it && it.inode().isDirectory()) {
      totals.onDirectory(it.ino());
    }
  }

  RankMetadata metadata() {
    return metadata;
  }

  NameHash hash() {
    return hash;
  }

  Totals totals() {
    return totals;
  }

  /** Files and directories that have a place which no object says. */
  public NewPlaces newPlaces() {
    return newPlaces;
  }

  /** The row that has an inode of a directory in memory; null if that is no directory in memory. */
  public MissingRow.@Nullable Stored entryOf(Ino directory, EntryName name) {
    Inode inode = stored(directory);
    if (inode == null || !(inode.content() instanceof InodeContent.Directory it)) {
      return null;
    }
    EntryKey key = EntryKey.of(name, hash);
    return new MissingRow.Entry(new FragmentId(directory, it.fragments().of(key.hash())), key);
  }

  /** Where an inode in memory is; null for others. */
  public @Nullable Place place(Ino ino) {
    return places.of(ino);
  }

  /** An inode in memory as it is stored; null for others. */
  public @Nullable Inode stored(Ino ino) {
    return switch (places.of(ino)) {
      case null -> null;
      case Place.InEntry it ->
          metadata.fragment(it.fragment()).find(it.key()) instanceof Found.Present<DirEntry> entry
                  && entry.value() instanceof DirEntry.Primary primary
              ? primary.inode()
              : null;
      case Place.InLinks _ ->
          metadata.links(ino).find(ino) instanceof Found.Present<Inode> row ? row.value() : null;
    };
  }

  /** The directories above one in memory, the nearest first. */
  private List<Ino> above(Ino directory) {
    List<Ino> above = new ArrayList<>();
    Ino next = directory;
    while (places.of(next) instanceof Place.InEntry it) {
      next = it.fragment().directory();
      above.add(next);
    }
    return above;
  }

  // Start

  /**
   * Finds the directories whose totals are on their way, after the journal was replayed. The rows
   * that it returns have to be read before it is called again; once it returns none, views can be
   * used. A rank that begins needs that too.
   */
  public List<MissingRow> recover() {
    List<MissingRow> missing = new ArrayList<>();
    if (totals.isResolved()) {
      return missing;
    }
    SortedMap<Ino, FragmentTotals> sums = new TreeMap<>();
    for (Ino directory : totals.unresolved()) {
      Inode inode = recovered(directory, missing);
      if (inode != null
          && inode.content() instanceof InodeContent.Directory content
          && isPathKnown(directory, missing)) {
        FragmentTotals sum = FragmentTotals.EMPTY;
        for (DirFragment each : content.fragments().inOrder()) {
          FragmentId fragment = new FragmentId(directory, each);
          FragmentTotals head = metadata.fragment(fragment).head();
          if (head == null) {
            missing.add(new MissingRow.Head(fragment));
          } else {
            sum = sum.plus(head);
          }
        }
        sums.put(directory, sum);
      }
    }
    if (missing.isEmpty()) {
      totals.resolve(sums);
    }
    return missing.stream().distinct().toList();
  }

  /** A directory that the journal changed; null if it was removed, or has to be read. */
  private @Nullable Inode recovered(Ino directory, List<MissingRow> missing) {
    Inode inode = stored(directory);
    if (inode == null
        && isReserved(directory)
        && metadata.links(directory).find(directory) instanceof Found.Unknown<Inode>) {
      missing.add(new MissingRow.Link(directory));
    }
    return inode;
  }

  /**
   * Whether the path to a directory is known. The journal lacks a part of it only if the mentions
   * of one path fill a segment; then the totals of the directory are not moved upwards.
   */
  private boolean isPathKnown(Ino directory, List<MissingRow> missing) {
    List<Ino> above = above(directory);
    Ino top = above.isEmpty() ? directory : above.getLast();
    return isReserved(top) && (recovered(top, missing) != null || !missing.isEmpty());
  }

  /** Whether an inode belongs to the file system itself: it is in the link table. */
  static boolean isReserved(Ino ino) {
    return ino.compareTo(Ino.FIRST_FREE) < 0;
  }

  // Rows

  /** Begins to read a row; {@link io.pando.mds.store.StoreEffect.Loaded} has the number. */
  public static long read(MetadataStore store, MissingRow.Stored row) {
    RankMetadata metadata = store.metadata();
    return switch (row) {
      case MissingRow.Entry it -> store.read(metadata.fragment(it.fragment()), List.of(it.key()));
      case MissingRow.Head it -> store.read(metadata.fragment(it.fragment()), List.of());
      case MissingRow.Whole it -> store.readAll(metadata.fragment(it.fragment()));
      case MissingRow.Link it -> store.read(metadata.links(it.ino()), List.of(it.ino()));
    };
  }

  /**
   * Begins an update with these changes, and with mentions of the directories above them. The
   * caller may add others, and orders it next. If the mentions are large, updates that only mention
   * are ordered before.
   */
  public UpdateDraft begin(MetadataStore store, Update update) {
    UpdateDraft draft = store.begin();
    long bytes = 0;
    for (Mentions.Mention each : mentions.missing(update, draft.segment())) {
      if (bytes >= MOST_BYTES) {
        long _ = draft.order();
        draft = store.begin();
        bytes = 0;
      }
      each.putInto(draft);
      bytes += each.bytes();
    }
    for (RowEdit edit : update.edits()) {
      put(edit, draft);
    }
    return draft;
  }

  private void put(RowEdit edit, UpdateDraft draft) {
    switch (edit) {
      case RowEdit.Create it -> {
        if (!metadata.isKnown(it.fragment())) {
          metadata.create(it.fragment());
        }
      }
      case RowEdit.PutEntry it -> draft.putEntry(it.fragment(), it.name(), it.entry());
      case RowEdit.RemoveEntry it -> draft.removeEntry(it.fragment(), it.name());
      case RowEdit.PutTotals it -> draft.putTotals(it.fragment(), it.totals());
      case RowEdit.RemoveFragment it -> draft.removeFragment(it.fragment());
      case RowEdit.PutInode it -> draft.putInode(it.inode());
      case RowEdit.RemoveInode it -> draft.removeInode(it.ino());
    }
  }

  /**
   * Entries of a fragment in memory, in order.
   *
   * @param after only entries behind this one; null for all
   * @param most most entries, at least 1
   */
  public SortedMap<EntryKey, DirEntry> inMemory(
      FragmentId fragment, @Nullable EntryKey after, int most) {
    return metadata.fragment(fragment).list(after, most);
  }

  /** Drops an entry from memory; false if it has to stay, or is not there. */
  public boolean evict(FragmentId fragment, EntryKey key) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> table = metadata.fragment(fragment);
    if (table.find(key) instanceof Found.Present<DirEntry> it
        && it.value() instanceof DirEntry.Primary primary
        && isNeeded(primary.inode())) {
      return false;
    }
    return table.evict(key);
  }

  /** Drops a row of the link table from memory; false if it has to stay, or is not there. */
  public boolean evictLink(Ino ino) {
    return !isReserved(ino) && metadata.links(ino).evict(ino);
  }

  private boolean isNeeded(Inode inode) {
    if (!(inode.content() instanceof InodeContent.Directory it)) {
      return false;
    }
    return totals.needs(inode.ino())
        || it.fragments().inOrder().stream()
            .map(each -> new FragmentId(inode.ino(), each))
            .anyMatch(each -> metadata.isKnown(each) && metadata.fragment(each).rowsInMemory() > 0);
  }

  // Totals

  /** Whether totals are on their way upwards. */
  public boolean isAhead() {
    return totals.isAhead();
  }

  /**
   * Moves totals of directories into their inodes and the fragments above, those first that hold
   * the oldest segments; {@link Update#NONE} if none are on their way. Throws {@link
   * UnreadException} if heads of fragments have to be read.
   *
   * @param most most directories, at least 1
   */
  public Update propagate(int most) throws UnreadException {
    Invariant.check(most > 0, "no directory is to be propagated");
    TreeView view = new TreeView(this);
    SortedMap<Integer, List<Ino>> byDepth = new TreeMap<>();
    long bytes = 0;
    for (Ino each : totals.oldest().stream().limit(most).toList()) {
      if (bytes < MOST_BYTES) {
        byDepth.computeIfAbsent(above(each).size(), _ -> new ArrayList<>()).add(each);
        bytes += RowSize.of(view.inode(each));
      }
    }
    for (List<Ino> directories : byDepth.reversed().values()) {
      for (Ino each : directories) {
        view.putInode(view.inode(each));
      }
    }
    return view.update();
  }
}
