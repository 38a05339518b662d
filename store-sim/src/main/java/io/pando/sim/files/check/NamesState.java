package io.pando.sim.files.check;

import io.pando.fs.Ino;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of a file system: directories that are never removed, and in them files and empty
 * directories. Immutable.
 *
 * @param entries what the names stand for, by path
 */
record NamesState(SortedMap<String, Entry> entries) {
  /**
   * What a name stands for.
   *
   * @param ino number of the inode; negative if it is not known, since the call that made it was
   *     not answered
   */
  record Entry(long ino, boolean isDirectory) {}

  /** No names. */
  static final NamesState EMPTY = new NamesState(new TreeMap<>());

  @Nullable Entry at(String path) {
    return entries.get(path);
  }

  NamesState with(String path, Entry entry) {
    SortedMap<String, Entry> changed = new TreeMap<>(entries);
    changed.put(path, entry);
    return new NamesState(changed);
  }

  NamesState without(String path) {
    SortedMap<String, Entry> changed = new TreeMap<>(entries);
    changed.remove(path);
    return new NamesState(changed);
  }

  /** Number of names of an inode. */
  int links(long ino) {
    int links = 0;
    for (Entry each : entries.values()) {
      links += each.ino() == ino ? 1 : 0;
    }
    return links;
  }

  /** The state if a name stands for an inode: it tells a number that was not known. */
  @Nullable NamesState ifAt(String path, Ino ino, boolean isDirectory) {
    Entry entry = entries.get(path);
    if (entry == null || entry.isDirectory() != isDirectory) {
      return null;
    }
    if (entry.ino() == ino.value()) {
      return this;
    }
    if (entry.ino() > 0 || links(ino.value()) > 0) {
      return null;
    }
    return withNumber(entry, ino);
  }

  /**
   * The states in which a file whose number is not known has this one.
   *
   * @param ino number that no name has
   */
  List<NamesState> withNumber(Ino ino) {
    return entries.values().stream()
        .filter(it -> it.ino() < 0 && !it.isDirectory())
        .distinct()
        .map(it -> withNumber(it, ino))
        .toList();
  }

  private NamesState withNumber(Entry entry, Ino ino) {
    SortedMap<String, Entry> changed = new TreeMap<>(entries);
    changed.replaceAll(
        (_, it) -> it.ino() == entry.ino() ? new Entry(ino.value(), it.isDirectory()) : it);
    return new NamesState(changed);
  }

  /** What a directory has: by path. */
  Map<String, Entry> below(String directory) {
    SortedMap<String, Entry> found = new TreeMap<>();
    entries.forEach((path, entry) -> {
      if (path.startsWith(directory + "/") && path.indexOf('/', directory.length() + 1) < 0) {
        found.put(path, entry);
      }
    });
    return found;
  }
}
