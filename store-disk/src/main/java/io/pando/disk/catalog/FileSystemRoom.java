package io.pando.disk.catalog;

import io.pando.disk.device.MediumSpace;
import java.nio.file.Path;

/**
 * What is left of the file system that a directory is on. A part of it stays free: what stores
 * write beside the data cannot be told beforehand, and without it nothing can be removed.
 */
public record FileSystemRoom(Path directory) implements Room {
  @Override
  public boolean has(long bytes, boolean binding) {
    if (bytes == 0) {
      return true;
    }
    MediumSpace space = space();
    return bytes <= space.usableBytes() - (binding ? space.leastBytes() : space.headroomBytes());
  }

  @Override
  public MediumSpace space() {
    return MediumSpace.of(directory);
  }
}
