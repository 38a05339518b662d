package io.pando.disk.raw;

import java.nio.file.Path;

/**
 * Place of a store's data on a device; their size is the store's capacity.
 *
 * @param path path of the device
 * @param firstBlock first block of the store
 */
public record DevicePart(Path path, long firstBlock) {
  public DevicePart {
    if (firstBlock < 0) {
      throw new IllegalArgumentException("block " + firstBlock + " of " + path);
    }
  }
}
