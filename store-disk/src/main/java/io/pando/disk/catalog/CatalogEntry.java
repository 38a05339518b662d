package io.pando.disk.catalog;

import io.pando.bytes.ByteRange;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoredObject;
import io.pando.format.DamagedRecordException;
import java.util.List;

/** An object in memory, without its bytes. */
public final class CatalogEntry extends StoredObject {
  private static final int RUN_WEIGHT = 90;

  private final BlockRuns blocks;
  private final BlockRuns damaged;

  private CatalogEntry(
      ObjectTable.Ref ref,
      byte[] key,
      long number,
      BlockRuns blocks,
      BlockRuns damaged,
      Metadata metadata) {
    super(ref, key, number, metadata);
    this.blocks = blocks;
    this.damaged = damaged;
  }

  /** Loads objects into memory. */
  record Loader(Metadata metadata) implements ObjectTable.Loader<CatalogEntry> {
    @Override
    public CatalogEntry load(ObjectTable.Ref ref, byte[] key, byte[] record)
        throws DamagedRecordException {
      CatalogObject object = decode(record);
      CatalogEntry entry =
          new CatalogEntry(
              ref,
              key,
              object.number(),
              BlockRuns.of(object.runs()),
              BlockRuns.of(object.damaged()),
              metadata);
      entry.attributes().putAll(object.attributes());
      entry.resize(object.size());
      entry.hasMap(object.hasMap());
      return entry;
    }

    @Override
    public CatalogEntry make(ObjectTable.Ref ref, byte[] key, long number) {
      return new CatalogEntry(ref, key, number, new BlockRuns(), new BlockRuns(), metadata);
    }
  }

  static CatalogObject decode(byte[] record) throws DamagedRecordException {
    return CatalogRecords.decode(CatalogRecords.OBJECT, record);
  }

  /** Which blocks hold data. */
  public BlockRuns blocks() {
    return blocks;
  }

  /**
   * Blocks with data that is lost, whatever their bytes are now: they became those of bytes that
   * could not be read.
   */
  public BlockRuns damaged() {
    return damaged;
  }

  @Override
  public List<ByteRange> allocated() {
    return blocks.ranges(size());
  }

  @Override
  public void store() throws MetadataException {
    storeRecord(
        CatalogRecords.OBJECT.toBytes(
            new CatalogObject(
                number(), size(), hasMap(), attributes(), blocks.lengths(), damaged.lengths())));
  }

  @Override
  public long weightBytes() {
    return super.weightBytes() + (long) RUN_WEIGHT * (blocks.runs() + damaged.runs());
  }
}
