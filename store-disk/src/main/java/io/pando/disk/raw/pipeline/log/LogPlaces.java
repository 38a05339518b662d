package io.pando.disk.raw.pipeline.log;

import io.pando.bytes.Payload;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.OperationLog;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.proto.FormatException;
import java.io.IOException;
import java.util.function.Consumer;

/** Device blocks named in a log that the metadata could not take; they must not be overwritten. */
public final class LogPlaces {
  private LogPlaces() {}

  /** Reports all runs of blocks that updates in the log name. */
  public static void read(StoreResources resources, LogConfig config, Consumer<RawStep.Run> told)
      throws IOException, MetadataException, LogDamagedException {
    LogRecords records = new LogRecords();
    OperationLog.read(
        resources.devices().log(),
        config,
        resources.logOwner(),
        (sequence, body) -> {
          Payload update = records.take(body);
          if (update != null) {
            tell(sequence, update, told);
          }
        });
  }

  private static void tell(long sequence, Payload update, Consumer<RawStep.Run> told)
      throws LogDamagedException {
    try {
      for (RawStep step : RawRecords.UPDATE.decode(update).steps()) {
        step.runs().forEach(told);
      }
    } catch (FormatException e) {
      throw new LogDamagedException("record " + sequence + " of the log: " + e.getMessage(), e);
    }
  }
}
