package io.pando.mds.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds all inodes by their names, and checks that each object belongs to one. */
final class OwnerCheck {
  private final MetadataStore store;
  private final PlayedObjects objects;
  private final Runnable settle;
  private final SortedMap<Ino, Inode> found = new TreeMap<>();

  /**
   * Begins.
   *
   * @param settle waits until all calls are answered
   */
  OwnerCheck(MetadataStore store, PlayedObjects objects, Runnable settle) {
    this.store = store;
    this.objects = objects;
    this.settle = settle;
  }

  /** Checks, and returns all inodes but the root. */
  SortedSet<Ino> check() {
    directory(Ino.ROOT);
    for (String name : objects.names()) {
      List<String> parts = List.of(name.split("[.]", -1));
      switch (parts.getFirst()) {
        case "journal", "sessions", "links" -> {}
        case "dir" -> {
          Ino ino = Ino.parse(parts.get(1));
          if (ino.compareTo(Ino.FIRST_FREE) >= 0) {
            assertThat(owner(name, ino).isDirectory()).as(name).isTrue();
          }
        }
        default -> {
          Ino ino = Ino.parse(parts.getFirst());
          assertThat(owner(name, ino).content()).as(name).isInstanceOf(InodeContent.File.class);
        }
      }
    }
    return new TreeSet<>(found.keySet());
  }

  /** A file ends where its last data is, unless it was truncated; it has no data behind its end. */
  void checkSizes(PlayedData data) {
    found.forEach((ino, inode) -> {
      if (inode.content() instanceof InodeContent.File file) {
        assertThat(data.sizeInObjects(ino))
            .as("data of " + ino + ", " + file)
            .isLessThanOrEqualTo(file.size());
        assertThat(file.granted()).as("range of " + ino).isZero();
        if (!data.isTruncated(ino)) {
          assertThat(file.size()).as("size of " + ino).isEqualTo(data.end(ino));
        }
      }
    });
  }

  private Inode owner(String object, Ino ino) {
    return Objects.requireNonNull(found.get(ino), object + " belongs to no inode");
  }

  private void directory(Ino ino) {
    MetadataTable<?, EntryKey, DirEntry> table =
        store.metadata().fragment(new FragmentId(ino, DirFragment.WHOLE));
    long _ = store.readAll(table);
    settle.run();
    assertThat(table.isComplete()).isTrue();
    for (DirEntry each : table.list(null, Integer.MAX_VALUE).values()) {
      switch (each) {
        case DirEntry.Primary it -> {
          found.put(it.ino(), it.inode());
          if (it.inode().isDirectory()) {
            directory(it.ino());
          }
        }
        case DirEntry.Remote it -> link(it.ino());
      }
    }
  }

  private void link(Ino ino) {
    MetadataTable<?, Ino, Inode> table = store.metadata().links(ino);
    long _ = store.read(table, List.of(ino));
    settle.run();
    if (table.find(ino) instanceof Found.Present<Inode> it) {
      found.put(ino, it.value());
    } else {
      throw new AssertionError("inode " + ino + " is not in the link table");
    }
  }
}
