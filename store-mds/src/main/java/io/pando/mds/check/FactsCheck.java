package io.pando.mds.check;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.InodeContent;
import io.pando.mds.format.DirectoryFormat;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of a file system with one another, once all were read.
 *
 * <p>Invariants: each name has one inode, and each inode has as many names as links; each directory
 * is below the root once; the head of a fragment is the sum over its entries, and the totals in the
 * inode of a directory are the sum over its fragments, unless the journal has newer ones; each
 * fragment is one of its directory.
 */
final class FactsCheck {
  private final CheckTarget target;
  private final TreeFacts facts;
  private final JournalRows journal;
  private final Inconsistencies problems;
  private final SortedSet<Ino> reached = new TreeSet<>();
  private long directories;
  private long strays;
  private long onTheirWay;

  FactsCheck(CheckParts parts, JournalRows journal) {
    this.target = parts.target();
    this.facts = parts.facts();
    this.problems = parts.problems();
    this.journal = journal;
  }

  long directories() {
    return directories;
  }

  long strays() {
    return strays;
  }

  long onTheirWay() {
    return onTheirWay;
  }

  void run() {
    requireDirectory(Ino.ROOT);
    requireDirectory(target.strays());
    facts.inodes.forEach(this::check);
    facts.names.forEach(this::check);
    facts.fragments.forEach(this::check);
  }

  private void requireDirectory(Ino ino) {
    KnownInode found = facts.inode(ino);
    if (found == null || !(found.content instanceof InodeContent.Directory)) {
      problems.add(
          new Inconsistency.Unreachable(ino, "of the file system itself is not in the link table"));
    }
  }

  // Inodes

  private void check(Ino ino, KnownInode inode) {
    checkLinks(ino, inode);
    switch (inode.content) {
      case InodeContent.Directory it -> {
        directories++;
        checkPath(ino);
        checkTotals(ino, it);
        checkPointer(ino, inode, it);
      }
      case InodeContent.File it -> {
        if (!target.data().contains(it.layout().pool())) {
          problems.add(
              new Inconsistency.WrongInode(
                  ino,
                  facts.where(ino),
                  "has its bytes in pool %s, which the file system does not use"
                      .formatted(it.layout().pool())));
        }
      }
      case InodeContent.Symlink _, InodeContent.Special _ -> {}
    }
  }

  private void checkLinks(Ino ino, KnownInode inode) {
    TreeFacts.Names remote = facts.names.get(ino);
    long names;
    if (target.isReserved(ino)) {
      names = 1;
    } else if (inode.fragment == null) {
      names = remote == null ? 0 : remote.count();
    } else if (facts.isStray(inode)) {
      strays++;
      names = 0;
      checkStrayName(ino, inode);
    } else {
      names = 1;
    }
    if (inode.links != names || (names == 0 && inode.fragment == null)) {
      problems.add(new Inconsistency.WrongLinks(ino, facts.where(ino), inode.links, names));
    }
  }

  private void checkStrayName(Ino ino, KnownInode inode) {
    if (inode.key != null && !inode.key.name().equals(EntryName.of(ino.toString()))) {
      problems.add(
          new Inconsistency.WrongInode(
              ino, facts.where(ino), "was removed, and is not listed under its number"));
    }
  }

  private void check(Ino ino, TreeFacts.Names names) {
    KnownInode inode = facts.inode(ino);
    String where = facts.where(names.first(), names.name());
    if (inode == null) {
      problems.add(new Inconsistency.Dangling(where, ino, "does not exist"));
    } else if (inode.fragment != null) {
      problems.add(
          new Inconsistency.Dangling(
              where, ino, "has one name, " + facts.where(ino) + ", and is stored there"));
    } else if (inode.content.type() != names.type()) {
      problems.add(
          new Inconsistency.Dangling(
              where, ino, "is a %s, not a %s".formatted(inode.content.type(), names.type())));
    }
  }

  // Directories

  /** Follows the directories above one. A missing one is reported with its fragment. */
  private void checkPath(Ino directory) {
    SortedSet<Ino> path = new TreeSet<>();
    Ino next = directory;
    while (!target.isReserved(next) && !reached.contains(next)) {
      if (!path.add(next)) {
        problems.add(new Inconsistency.Unreachable(next, "is below itself"));
        break;
      }
      KnownInode inode = facts.inode(next);
      if (inode == null || inode.fragment == null) {
        if (inode != null) {
          problems.add(new Inconsistency.Unreachable(next, "is in the link table"));
        }
        break;
      }
      next = inode.fragment.directory();
    }
    reached.addAll(path);
  }

  private void checkTotals(Ino ino, InodeContent.Directory directory) {
    FragmentTotals sum = FragmentTotals.EMPTY;
    for (DirFragment each : directory.fragments().inOrder()) {
      FragmentId id = new FragmentId(ino, each);
      if (facts.unread.contains(id)) {
        return;
      }
      TreeFacts.Fragment fragment = facts.fragments.get(id);
      sum = sum.plus(fragment == null ? FragmentTotals.EMPTY : fragment.head());
    }
    if (sum.equals(directory.totals())) {
      return;
    }
    if (journal.hasTotals(ino)) {
      onTheirWay++;
    } else {
      problems.add(new Inconsistency.StaleTotals(ino, facts.where(ino), directory.totals(), sum));
    }
  }

  private void check(FragmentId id, TreeFacts.Fragment fragment) {
    KnownInode inode = facts.inode(id.directory());
    String object = DirectoryFormat.objectName(id);
    if (inode == null) {
      problems.add(
          new Inconsistency.WithoutOwner(
              object,
              "has %d entries of directory %s, which does not exist"
                  .formatted(fragment.counted().entries(), id.directory())));
    } else if (!(inode.content instanceof InodeContent.Directory it)) {
      problems.add(
          new Inconsistency.WithoutOwner(
              object, "has entries of inode %s, which is no directory".formatted(id.directory())));
    } else if (!it.fragments().contains(id.fragment())) {
      problems.add(
          new Inconsistency.WithoutOwner(
              object, "is not among the fragments of its directory: " + it.fragments()));
    }
    if (!fragment.head().equals(fragment.counted())) {
      FragmentTotals counted = fragment.counted();
      problems.add(
          new Inconsistency.WrongTotals(id, facts.where(id.directory()), fragment.head(), counted));
    }
    if (inode != null && inode.links == 0 && fragment.counted().entries() > 0) {
      problems.add(
          new Inconsistency.WrongInode(
              id.directory(), facts.where(id.directory()), "was removed, and has entries"));
    }
  }

  // Back-pointers

  private void checkPointer(Ino ino, KnownInode inode, InodeContent.Directory directory) {
    if (needsPointer(ino, inode)) {
      FragmentId first = new FragmentId(ino, directory.fragments().inOrder().getFirst());
      compare(ino, inode, DirectoryFormat.objectName(first), facts.pointers.get(first));
    }
  }

  /** Whether an object has to say where an inode is. */
  boolean needsPointer(Ino ino, KnownInode inode) {
    return inode.fragment != null
        && inode.key != null
        && !facts.isStray(inode)
        && !journal.hasPlace(inode.fragment, inode.key, ino);
  }

  /** Compares what an object says with the place of an inode; null if there is no object. */
  void compare(Ino ino, KnownInode inode, String object, @Nullable String said) {
    if (inode.fragment == null || inode.key == null) {
      return;
    }
    String place = TreeFacts.pointer(inode.fragment.directory(), inode.key.name());
    if (!place.equals(said)) {
      String is =
          said == null
              ? "does not exist"
              : said.isEmpty() ? "does not say where it is" : "says that it is " + said;
      problems.add(new Inconsistency.WrongPointer(ino, facts.where(ino), object, is));
    }
  }

  /** Files whose first objects were not found. */
  void checkUnseen(BiConsumer<Ino, KnownInode> unseen) {
    for (Map.Entry<Ino, KnownInode> each : facts.inodes.entrySet()) {
      KnownInode inode = each.getValue();
      if (inode.content instanceof InodeContent.File
          && !inode.isSeen
          && needsPointer(each.getKey(), inode)) {
        unseen.accept(each.getKey(), inode);
      }
    }
  }
}
