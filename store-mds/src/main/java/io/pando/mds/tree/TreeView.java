package io.pando.mds.tree;

import io.pando.check.Invariant;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.mds.table.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows in memory with the changes of one request over them. Totals of fragments change with
 * their entries by themselves. A view is used for one execution; after {@link UnreadException} it
 * is worthless.
 */
public final class TreeView {
  /** A fragment that changes. */
  private static final class Changed {
    private final FragmentTotals before;
    private final SortedMap<EntryKey, Optional<DirEntry>> entries = new TreeMap<>();
    private FragmentTotals after;
    private boolean names;

    Changed(FragmentTotals before) {
      this.before = before;
      this.after = before;
    }
  }

  private final Tree tree;
  private final SortedMap<FragmentId, Changed> fragments = new TreeMap<>();
  private final SortedMap<Ino, Optional<Inode>> links = new TreeMap<>();
  private final SortedMap<Ino, Place> moved = new TreeMap<>();
  private final List<FragmentId> created = new ArrayList<>();
  private final List<FragmentId> removed = new ArrayList<>();
  private final SortedSet<Ino> strays = new TreeSet<>();

  /** A view without changes. */
  public TreeView(Tree tree) {
    this.tree = tree;
  }

  // Reading

  /** An inode by number, as it is stored. */
  public Inode inode(Ino ino) throws UnreadException {
    return switch (place(ino)) {
      case Place.InEntry it -> {
        if (entry(it.fragment(), it.key()) instanceof DirEntry.Primary primary
            && primary.ino().equals(ino)) {
          yield primary.inode();
        }
        throw Invariant.unreachable("the place of " + ino + " is wrong: " + it);
      }
      case Place.InLinks _ -> Invariant.present(link(ino), () -> ino + " is not in the link table");
    };
  }

  /** Whether an inode with this number is in memory. */
  public boolean isInMemory(Ino ino) {
    return tree.place(ino) != null;
  }

  private Place place(Ino ino) throws UnreadException {
    Place place = moved.containsKey(ino) ? moved.get(ino) : tree.place(ino);
    if (place != null) {
      return place;
    }
    if (tree.metadata().links(ino).find(ino) instanceof Found.Unknown<Inode>) {
      throw new UnreadException(new MissingRow.Link(ino));
    }
    throw new UnreadException(new MissingRow.PlaceOf(ino));
  }

  /** The entry of a name; null if there is none. */
  public @Nullable DirEntry entry(Inode directory, EntryName name) throws UnreadException {
    EntryKey key = EntryKey.of(name, tree.hash());
    return entry(fragment(directory, key), key);
  }

  private static FragmentId fragment(Inode directory, EntryKey key) {
    return new FragmentId(directory.ino(), content(directory).fragments().of(key.hash()));
  }

  private static InodeContent.Directory content(Inode directory) {
    if (directory.content() instanceof InodeContent.Directory it) {
      return it;
    }
    throw Invariant.unreachable(directory.ino() + " is not a directory");
  }

  private @Nullable DirEntry entry(FragmentId fragment, EntryKey key) throws UnreadException {
    Changed changed = fragments.get(fragment);
    Optional<DirEntry> newer = changed == null ? null : changed.entries.get(key);
    if (newer != null) {
      return newer.orElse(null);
    }
    if (created.contains(fragment)) {
      return null;
    }
    return switch (tree.metadata().fragment(fragment).find(key)) {
      case Found.Present<DirEntry> it -> it.value();
      case Found.Absent<DirEntry> _ -> null;
      case Found.Unknown<DirEntry> _ ->
          throw new UnreadException(new MissingRow.Entry(fragment, key));
    };
  }

  /** The inode that an entry stands for; null if the link table lacks it, which is damage. */
  public @Nullable Inode inode(DirEntry entry) throws UnreadException {
    return switch (entry) {
      case DirEntry.Primary it -> it.inode();
      case DirEntry.Remote it -> link(it.ino());
    };
  }

  /** An inode of the link table; null if it is not there. */
  public @Nullable Inode link(Ino ino) throws UnreadException {
    Optional<Inode> newer = links.get(ino);
    if (newer != null) {
      return newer.orElse(null);
    }
    return switch (tree.metadata().links(ino).find(ino)) {
      case Found.Present<Inode> it -> it.value();
      case Found.Absent<Inode> _ -> null;
      case Found.Unknown<Inode> _ -> throw new UnreadException(new MissingRow.Link(ino));
    };
  }

  /** A directory and all above it, up to the root or a stray directory. */
  public List<Inode> path(Inode directory) throws UnreadException {
    List<Inode> path = new ArrayList<>();
    path.add(directory);
    while (place(path.getLast().ino()) instanceof Place.InEntry it) {
      path.add(inode(it.fragment().directory()));
    }
    return path;
  }

  /** The directory that has the entry with an inode; null for inodes of the link table. */
  public @Nullable Inode parent(Ino ino) throws UnreadException {
    return place(ino) instanceof Place.InEntry it ? inode(it.fragment().directory()) : null;
  }

  /**
   * Entries of a directory, which must not have been changed in this view.
   *
   * @param after only entries behind this place; null for all
   * @param most most entries
   */
  public SortedMap<EntryKey, DirEntry> list(Inode directory, @Nullable EntryKey after, int most)
      throws UnreadException {
    SortedMap<EntryKey, DirEntry> listed = new TreeMap<>();
    for (DirFragment each : content(directory).fragments().inOrder()) {
      if ((after != null && each.lastHash() < after.hash()) || listed.size() >= most) {
        continue;
      }
      FragmentId fragment = new FragmentId(directory.ino(), each);
      if (!tree.metadata().fragment(fragment).isComplete()) {
        throw new UnreadException(new MissingRow.Whole(fragment));
      }
      listed.putAll(tree.metadata().fragment(fragment).list(after, most - listed.size()));
    }
    return listed;
  }

  /** Inodes of entries, in order. All rows that are missing are named at once. */
  public List<Inode> inodes(Iterable<DirEntry> entries) throws UnreadException {
    List<Inode> inodes = new ArrayList<>();
    List<MissingRow> missing = new ArrayList<>();
    for (DirEntry each : entries) {
      try {
        Inode inode = inode(each);
        if (inode != null) {
          inodes.add(inode);
        }
      } catch (UnreadException unread) {
        missing.addAll(unread.rows());
      }
    }
    if (!missing.isEmpty()) {
      throw new UnreadException(missing);
    }
    return inodes;
  }

  // Totals

  /** Sum over the fragments of a directory. */
  public FragmentTotals current(Ino directory) {
    FragmentTotals sum = tree.totals().current(directory);
    FragmentId first = new FragmentId(directory, DirFragment.WHOLE);
    FragmentId end = new FragmentId(new Ino(directory.value() + 1), DirFragment.WHOLE);
    for (Changed each : fragments.subMap(first, end).values()) {
      sum = Totals.moved(sum, each.before, each.after);
    }
    return sum;
  }

  /** Exact totals of everything below a directory, before the changes of this view below it. */
  public SubtreeTotals subtree(Ino directory) {
    return current(directory).subtree().plus(tree.totals().below(directory));
  }

  /** An inode as clients see it: the links, times and totals of a directory by its entries. */
  public Inode shown(Inode inode) {
    if (!(inode.content() instanceof InodeContent.Directory content)) {
      return inode;
    }
    FragmentTotals sum = current(inode.ino());
    FragmentTotals exact =
        new FragmentTotals(sum.files(), sum.directories(), subtree(inode.ino()), sum.modified());
    int links = inode.links() == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, 2 + sum.directories());
    return inode
        .withContent(content.withTotals(exact))
        .withLinks(links)
        .withTimes(times(inode.times(), sum.modified()));
  }

  private static FileTimes times(FileTimes own, Timestamp entries) {
    return entries.equals(Timestamp.EPOCH)
        ? own
        : new FileTimes(
            own.accessed(), own.modified().max(entries), own.changed().max(entries), own.born());
  }

  // Changing

  /** A directory is new: its fragment has no rows. */
  public void create(Ino directory) {
    FragmentId fragment = new FragmentId(directory, DirFragment.WHOLE);
    created.add(fragment);
  }

  /** The objects of a directory without a name were removed. */
  public void remove(Inode directory) {
    for (DirFragment each : content(directory).fragments().inOrder()) {
      removed.add(new FragmentId(directory.ino(), each));
    }
  }

  /** Changes an inode where it is. */
  public void putInode(Inode inode) throws UnreadException {
    switch (place(inode.ino())) {
      case Place.InEntry it -> put(it.fragment(), it.key(), new DirEntry.Primary(inode));
      case Place.InLinks _ -> putLink(inode);
    }
  }

  /** A name stands for this now. */
  public void putEntry(Inode directory, EntryName name, DirEntry entry) throws UnreadException {
    EntryKey key = EntryKey.of(name, tree.hash());
    put(fragment(directory, key), key, entry);
  }

  /** A name is gone. */
  public void removeEntry(Inode directory, EntryName name) throws UnreadException {
    EntryKey key = EntryKey.of(name, tree.hash());
    put(fragment(directory, key), key, null);
  }

  private void put(FragmentId fragment, EntryKey key, @Nullable DirEntry entry)
      throws UnreadException {
    DirEntry before = entry(fragment, key);
    DirEntry after = entry instanceof DirEntry.Primary it ? primary(it.inode()) : entry;
    Changed changed = changed(fragment);
    changed.after = Weight.of(after).minus(Weight.of(before)).addTo(changed.after);
    changed.entries.put(key, Optional.ofNullable(after));
    changed.names |= before == null || after == null || !before.ino().equals(after.ino());
    if (after instanceof DirEntry.Primary it) {
      moved.put(it.ino(), new Place.InEntry(fragment, key));
    }
  }

  private DirEntry primary(Inode inode) {
    return new DirEntry.Primary(recorded(inode));
  }

  /** Whenever the inode of a directory is written, it gets the totals of the directory. */
  private Inode recorded(Inode inode) {
    return inode.content() instanceof InodeContent.Directory it
        ? inode.withContent(it.withTotals(current(inode.ino())))
        : inode;
  }

  private Changed changed(FragmentId fragment) throws UnreadException {
    Changed known = fragments.get(fragment);
    if (known != null) {
      return known;
    }
    FragmentTotals head = tree.metadata().fragment(fragment).head();
    if (head == null) {
      throw new UnreadException(new MissingRow.Head(fragment));
    }
    needPath(fragment.directory());
    Changed changed = new Changed(head);
    fragments.put(fragment, changed);
    return changed;
  }

  /** Totals that change need the inodes of all directories above in memory. */
  private void needPath(Ino directory) throws UnreadException {
    Ino next = directory;
    while (place(next) instanceof Place.InEntry it) {
      next = it.fragment().directory();
    }
  }

  /** Puts an inode into the link table. */
  public void putLink(Inode inode) throws UnreadException {
    needHead(inode.ino());
    links.put(inode.ino(), Optional.of(recorded(inode)));
    moved.put(inode.ino(), new Place.InLinks());
  }

  /**
   * An inode gets another name.
   *
   * @param inode with the new number of links
   * @param remote takes the place of the inode in its entry, if that was its only name
   */
  public void moveToLinks(Inode inode, DirEntry.Remote remote) throws UnreadException {
    if (place(inode.ino()) instanceof Place.InEntry it) {
      put(it.fragment(), it.key(), remote);
    }
    putLink(inode);
  }

  /** Removes an inode from the link table. */
  public void removeLink(Ino ino) throws UnreadException {
    needHead(ino);
    links.put(ino, Optional.empty());
  }

  private void needHead(Ino ino) throws UnreadException {
    if (tree.metadata().links(ino).head() == null) {
      throw new UnreadException(new MissingRow.Link(ino));
    }
  }

  /** Entries of the fragment of a name were added, removed or renamed now. */
  public void touch(Inode directory, EntryName name, Timestamp now) throws UnreadException {
    Changed changed = changed(fragment(directory, EntryKey.of(name, tree.hash())));
    changed.after = modified(changed.after, changed.after.modified().max(now));
    Inode inode = inode(directory.ino());
    if (inode.times().modified().compareTo(now) > 0) {
      putInode(inode.withTimes(inode.times().modifiedAt(now)));
    }
  }

  /** The inode of a directory says from now on when it was modified, until entries change. */
  public void forgetModified(Inode directory) throws UnreadException {
    if (current(directory.ino()).modified().equals(Timestamp.EPOCH)) {
      return;
    }
    List<MissingRow> missing = new ArrayList<>();
    for (DirFragment each : content(directory).fragments().inOrder()) {
      FragmentId fragment = new FragmentId(directory.ino(), each);
      if (tree.metadata().fragment(fragment).head() == null) {
        missing.add(new MissingRow.Head(fragment));
      } else {
        Changed changed = changed(fragment);
        changed.after = modified(changed.after, Timestamp.EPOCH);
      }
    }
    if (!missing.isEmpty()) {
      throw new UnreadException(missing);
    }
  }

  private static FragmentTotals modified(FragmentTotals totals, Timestamp modified) {
    return new FragmentTotals(totals.files(), totals.directories(), totals.subtree(), modified);
  }

  /** An inode lost its last name. */
  public void addStray(Ino ino) {
    strays.add(ino);
  }

  /**
   * The changes. Additions come before removals, so that each inode has a place at any time; totals
   * come before inodes of directories, which may already contain them.
   */
  public Update update() {
    List<RowEdit> edits = new ArrayList<>();
    List<RowEdit> removals = new ArrayList<>();
    SortedSet<Ino> changes = new TreeSet<>();
    created.forEach(it -> edits.add(new RowEdit.Create(it)));
    fragments.forEach((fragment, it) -> {
      if (!it.after.equals(it.before)) {
        edits.add(new RowEdit.PutTotals(fragment, it.after));
      }
    });
    links.forEach((ino, inode) -> {
      changes.add(ino);
      inode.ifPresentOrElse(
          it -> edits.add(new RowEdit.PutInode(it)),
          () -> removals.add(new RowEdit.RemoveInode(ino)));
    });
    for (Map.Entry<FragmentId, Changed> each : fragments.entrySet()) {
      FragmentId fragment = each.getKey();
      if (each.getValue().names) {
        changes.add(fragment.directory());
      }
      each.getValue()
          .entries
          .forEach((key, entry) -> {
            entry.ifPresent(it -> changes.add(it.ino()));
            entry.ifPresentOrElse(
                it -> edits.add(new RowEdit.PutEntry(fragment, key.name(), it)),
                () -> removals.add(new RowEdit.RemoveEntry(fragment, key.name())));
          });
    }
    edits.addAll(removals);
    removed.forEach(it -> edits.add(new RowEdit.RemoveFragment(it)));
    return edits.isEmpty() ? Update.NONE : new Update(edits, changes, strays);
  }
}
