package io.pando.id;

import java.util.UUID;

/** Permanent identity of a cluster. Daemons and data directories of another cluster are refused. */
public record ClusterId(UUID value) {
  /** Parses the usual text form of a UUID. */
  public static ClusterId parse(String text) {
    return new ClusterId(UUID.fromString(text));
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
