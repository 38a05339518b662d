package io.pando.disk.catalog;

import io.pando.disk.device.MediumSpace;
import java.nio.file.Path;

/**
 * Free space of the file system that holds a directory. A part of it is kept free: the stores'
 * writes besides data cannot be predicted, and without that space nothing can be removed.
 */
public record FileSystemSpace(Path directory) implements SpaceLimit {
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
