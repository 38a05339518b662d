package io.pando.mds.format;

import io.pando.bytes.Payload;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableFormat;

/** Fragments of directories: the entries by their places, with the totals as head. */
public final class DirectoryFormat implements TableFormat<FragmentTotals, EntryKey, DirEntry> {
  private final SharedParts parts = new SharedParts();

  /** Name of the object of a fragment. */
  public static String objectName(FragmentId id) {
    return "dir.%s.%s".formatted(id.directory(), id.fragment());
  }

  @Override
  public FragmentTotals emptyHead() {
    return FragmentTotals.EMPTY;
  }

  @Override
  public String text(EntryKey key) {
    return key.text();
  }

  @Override
  public EntryKey key(String text) {
    return EntryKey.parse(text);
  }

  @Override
  public Payload encode(Stored<DirEntry> row) {
    return MetadataRecords.ENTRY.encode(new StoredEntry(row.version(), row.value()));
  }

  @Override
  public Stored<DirEntry> decode(Payload bytes) {
    StoredEntry stored = MetadataRecords.ENTRY.decode(bytes);
    return new Stored<>(stored.version(), stored.entry());
  }

  @Override
  public DirEntry shared(DirEntry value) {
    return parts.share(value);
  }

  @Override
  public Payload encodeHead(Stored<FragmentTotals> head) {
    return MetadataRecords.TOTALS.encode(new StoredTotals(head.version(), head.value()));
  }

  @Override
  public Stored<FragmentTotals> decodeHead(Payload bytes) {
    StoredTotals stored = MetadataRecords.TOTALS.decode(bytes);
    return new Stored<>(stored.version(), stored.totals());
  }
}
