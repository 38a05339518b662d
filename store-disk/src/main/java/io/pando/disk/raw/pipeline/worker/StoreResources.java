package io.pando.disk.raw.pipeline.worker;

import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.pack.Codecs;
import java.util.function.LongSupplier;

/**
 * The resources of a store. They stay the caller's until the store is open.
 *
 * @param codecs codecs for compressed blocks
 * @param apart whether the log has a device of its own
 * @param nanoTime clock for measuring durations; constant if nothing is measured
 * @param account counts writes and their durations
 * @param name name for people
 */
public record StoreResources(
    StoreIdentity identity,
    CheckpointedMetadata metadata,
    BlockDevice device,
    LogMedium log,
    Codecs codecs,
    boolean apart,
    LongSupplier nanoTime,
    Account account,
    String name) {
  /** Resources with the log on the device of the data, and without measurements. */
  public StoreResources(
      StoreIdentity identity,
      CheckpointedMetadata metadata,
      BlockDevice device,
      LogMedium log,
      Codecs codecs,
      Account account,
      String name) {
    this(identity, metadata, device, log, codecs, false, () -> 0, account, name);
  }
}
