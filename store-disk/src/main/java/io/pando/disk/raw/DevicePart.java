package io.pando.disk.raw;

import java.nio.file.Path;

/**
 * Where on a device the data of a store are; how many, its capacity says.
 *
 * @param path of the device
 * @param firstBlock of those that are the store's
 */
public record DevicePart(Path path, long firstBlock) {
  public DevicePart {
    if (firstBlock < 0) {
      throw new IllegalArgumentException("block " + firstBlock + " of " + path);
    }
  }
}
