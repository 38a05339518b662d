package io.pando.mds.work;

/**
 * A meter of a metadata server.
 *
 * @param name its name
 * @param description what it says, for people
 * @param isOfBytes whether its unit is bytes
 */
public record MeterOfRank(String name, String description, boolean isOfBytes) {
  static MeterOfRank of(String name, String description) {
    return new MeterOfRank(name, description, false);
  }

  static MeterOfRank ofBytes(String name, String description) {
    return new MeterOfRank(name, description, true);
  }
}
