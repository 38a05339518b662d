package io.pando.disk.raw.pipeline.worker;

import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.log.LogMedium;
import io.pando.disk.log.LogOwner;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import java.util.function.LongSupplier;

/**
 * The resources of a store. They stay the caller's until the store is open.
 *
 * @param name name for people
 * @param codecs codecs for compressed blocks
 */
public record StoreResources(
    StoreIdentity identity, String name, Devices devices, Codecs codecs, Metering metering) {
  /** Owner of the log, and the part of it that must exist. */
  public LogOwner logOwner() throws MetadataException {
    Mark durable = devices.metadata().durable();
    return new LogOwner(identity, durable.sequence(), durable.segment());
  }

  /**
   * Where a store keeps its bytes.
   *
   * @param apart whether the log has a device of its own
   */
  public record Devices(
      CheckpointedMetadata metadata, BlockDevice device, LogMedium log, boolean apart) {}

  /**
   * What is counted and measured.
   *
   * @param account counts writes and their durations
   * @param nanoTime clock for measuring durations; constant if nothing is measured
   */
  public record Metering(Account account, LongSupplier nanoTime) {
    /** Counts writes without measuring durations. */
    public static Metering of(Account account) {
      return new Metering(account, () -> 0);
    }
  }
}
