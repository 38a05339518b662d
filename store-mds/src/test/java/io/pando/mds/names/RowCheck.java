package io.pando.mds.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Computes links, places and totals from all rows, and compares them with those that are kept. */
final class RowCheck {
  private final NamesWorld world;
  private final RankMetadata metadata;
  private final SortedMap<Ino, Integer> names = new TreeMap<>();
  private final SortedSet<Ino> primaries = new TreeSet<>();

  private RowCheck(NamesWorld world) {
    this.world = world;
    this.metadata = world.store().metadata();
  }

  static void check(NamesWorld world) {
    world.propagateAll();
    RowCheck check = new RowCheck(world);
    check.directory(check.link(Ino.ROOT));
    check.directory(check.link(NamesWorld.CONFIG.strays()));
    check.names.forEach((ino, count) -> {
      assertThat(check.link(ino).links()).as("links of " + ino).isEqualTo(count);
      assertThat(check.primaries).doesNotContain(ino);
    });
  }

  private Inode link(Ino ino) {
    long _ = Tree.read(world.store(), new MissingRow.Link(ino));
    world.pump(true);
    return metadata.links(ino).find(ino) instanceof Found.Present<Inode> it
        ? it.value()
        : fail("inode " + ino + " is not in the link table");
  }

  private static Inode fail(String what) {
    throw new AssertionError(what);
  }

  private FragmentTotals directory(Inode inode) {
    InodeContent.Directory content = (InodeContent.Directory) inode.content();
    FragmentTotals sum = FragmentTotals.EMPTY;
    for (DirFragment each : content.fragments().inOrder()) {
      FragmentTotals totals = fragment(new FragmentId(inode.ino(), each));
      sum = sum.plus(totals);
    }
    assertThat(content.totals()).as("totals of " + inode.ino()).isEqualTo(sum);
    return sum;
  }

  private FragmentTotals fragment(FragmentId id) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> table = metadata.fragment(id);
    long _ = Tree.read(world.store(), new MissingRow.Whole(id));
    world.pump(true);
    assertThat(table.isComplete()).isTrue();
    long files = 0;
    long directories = 0;
    SubtreeTotals subtree = SubtreeTotals.NONE;
    for (DirEntry each : table.list(null, Integer.MAX_VALUE).values()) {
      if (each.type() == FileType.DIRECTORY) {
        directories++;
        subtree = subtree.plus(new SubtreeTotals(0, 0, 1));
      } else {
        files++;
        subtree = subtree.plus(new SubtreeTotals(0, 1, 0));
      }
      subtree = subtree.plus(share(each));
    }
    FragmentTotals head = table.head() == null ? FragmentTotals.EMPTY : table.head();
    assertThat(head)
        .as("head of " + id)
        .isEqualTo(new FragmentTotals(files, directories, subtree, head.modified()));
    return head;
  }

  private SubtreeTotals share(DirEntry entry) {
    switch (entry) {
      case DirEntry.Remote it -> {
        names.merge(it.ino(), 1, Integer::sum);
        return SubtreeTotals.NONE;
      }
      case DirEntry.Primary it -> {
        assertThat(primaries.add(it.ino())).as("one place of " + it.ino()).isTrue();
        return it.inode().isDirectory()
            ? directory(it.inode()).subtree()
            : new SubtreeTotals(
                it.inode().content() instanceof InodeContent.File file ? file.size() : 0, 0, 0);
      }
    }
  }
}
