package io.pando.disk.catalog;

import io.pando.disk.SealedRecord;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.metadata.StoreDirectory;

/**
 * Identity and layout of a store.
 *
 * @param store identity of the store
 * @param capacityBlocks capacity for data, in blocks of 4 KiB
 * @param stripeBytes size in bytes of the stripes into which objects are divided; 0 if they are not
 *     divided
 * @param logPath path of the log, relative to the store's directory unless absolute; empty if there
 *     is no log
 */
public record StoreSuperblock(
    StoreIdentity store, long capacityBlocks, int stripeBytes, String logPath) {
  public StoreSuperblock {
    if (capacityBlocks < 1 || stripeBytes < 0) {
      throw new IllegalArgumentException(
          "%d blocks, stripes of %d bytes".formatted(capacityBlocks, stripeBytes));
    }
  }

  /** Reads the superblock of a store, which must have the given identity. */
  public static StoreSuperblock read(StoreDirectory folder, StoreIdentity expected)
      throws StoreException {
    StoreSuperblock content =
        folder.read(file ->
            CatalogRecords.decode(
                CatalogRecords.SUPERBLOCK,
                SealedRecord.open(folder.kind(), folder.kind().magic(), file)));
    folder.refuseOther(content.store(), expected);
    return content;
  }

  /** The contents of the file. */
  public byte[] toBytes(StoreKind kind) {
    return SealedRecord.seal(kind.magic(), CatalogRecords.SUPERBLOCK.toBytes(this));
  }
}
