package io.pando.mds.format;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.mds.table.Nothing;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableFormat;
import java.util.HexFormat;

/**
 * The link table: inodes that have or had several names, by number. An object has those whose
 * numbers agree in all but the last {@value #SLICE_BITS} bits.
 */
public final class LinkFormat implements TableFormat<Nothing, Ino, Inode> {
  private static final int SLICE_BITS = 12;

  private final SharedParts parts = new SharedParts();

  /** Number of the slice in which an inode is. */
  public static long slice(Ino ino) {
    return ino.value() >>> SLICE_BITS;
  }

  /** Name of the object of a slice. */
  public static String objectName(long slice) {
    return "links." + Long.toHexString(slice);
  }

  @Override
  public Nothing emptyHead() {
    return Nothing.NOTHING;
  }

  @Override
  public String text(Ino key) {
    return HexFormat.of().toHexDigits(key.value());
  }

  @Override
  public Ino key(String text) {
    return new Ino(HexFormat.fromHexDigitsToLong(text));
  }

  @Override
  public Payload encode(Stored<Inode> row) {
    return MetadataRecords.INODE.encode(new StoredInode(row.version(), row.value()));
  }

  @Override
  public Stored<Inode> decode(Payload bytes) {
    StoredInode stored = MetadataRecords.INODE.decode(bytes);
    return new Stored<>(stored.version(), stored.inode());
  }

  @Override
  public Inode shared(Inode value) {
    return parts.share(value);
  }

  @Override
  public Payload encodeHead(Stored<Nothing> head) {
    return MetadataRecords.VERSION.encode(new StoredVersion(head.version()));
  }

  @Override
  public Stored<Nothing> decodeHead(Payload bytes) {
    return new Stored<>(MetadataRecords.VERSION.decode(bytes).version(), Nothing.NOTHING);
  }
}
