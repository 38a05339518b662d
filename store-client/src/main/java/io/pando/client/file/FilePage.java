package io.pando.client.file;

import io.pando.fs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the listing of a directory.
 *
 * @param entries in the order of the hashes of their names
 * @param next the place behind the last entry, where the listing continues; null at the end. It
 *     stays valid while entries come and go, and while metadata servers fail
 */
public record FilePage(List<FileEntry> entries, @Nullable EntryKey next) {
  public FilePage {
    entries = List.copyOf(entries);
  }
}
