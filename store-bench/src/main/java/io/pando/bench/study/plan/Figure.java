package io.pando.bench.study.plan;

import java.util.Locale;
import java.util.Optional;

/** A figure of a case; its name in results and in the answers of other systems is {@link #key}. */
public enum Figure {
  /** Rate of writes of objects of 4 MiB, 16 at a time. */
  WRITE_BYTES_PER_SECOND,
  /** Time to write the objects of the case. */
  FILL_SECONDS,
  /** Bytes that OSDs' stores use more than before, for each byte of the objects. */
  SPACE_PER_BYTE,
  /** From the kill until the map has the OSDs down. */
  NOTICING_SECONDS,
  /** From then until the map has them out. */
  WAITING_SECONDS,
  /** From then until all groups are active again, or the first rebuilt object if that is before. */
  PEERING_SECONDS,
  /** From then until the first rebuilt object. */
  LISTING_SECONDS,
  /** From the kill until the first rebuilt object: the sum of the four above. */
  CHECKING_SECONDS,
  /** From the first rebuilt object until all groups are active and clean. */
  REBUILDING_SECONDS,
  /** Copies or fragments that were rebuilt. */
  REBUILT_OBJECTS,
  REBUILT_BYTES,
  /** Processor time of all daemons from the kill until the first rebuilt object. */
  CHECKING_CPU_SECONDS,
  /** The same from then until all groups are clean. */
  REBUILDING_CPU_SECONDS,
  /** Bytes that OSDs sent to OSDs from the kill until all groups are clean. */
  NET_BYTES,
  /** Bytes that devices read for the daemons in that time. */
  DISK_READ_BYTES,
  /** Bytes that the daemons wrote in that time. */
  DISK_WRITTEN_BYTES,
  /** Latency of clients' writes before the kill. */
  CLIENT_P50_BEFORE_MS,
  CLIENT_P99_BEFORE_MS,
  /** The same from the kill until all groups are clean. */
  CLIENT_P50_MEANWHILE_MS,
  CLIENT_P99_MEANWHILE_MS;

  /** Name in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The figure with a name. */
  public static Optional<Figure> of(String key) {
    for (Figure figure : values()) {
      if (figure.key().equals(key)) {
        return Optional.of(figure);
      }
    }
    return Optional.empty();
  }
}
