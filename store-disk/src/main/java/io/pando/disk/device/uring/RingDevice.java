package io.pando.disk.device.uring;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.DataIo;
import io.pando.disk.device.FileDevice;
import io.pando.disk.device.ForwardingDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file or device whose writers use io_uring, each with a ring of its own. All other calls are
 * passed to the underlying device.
 */
public final class RingDevice extends ForwardingDevice {
  private static final Logger LOG = LoggerFactory.getLogger(RingDevice.class);

  /** Creates rings. */
  interface Rings {
    Submissions open() throws IOException;
  }

  private final RingFile file;
  private final Rings rings;
  private final boolean required;
  private final List<Submissions> open = new ArrayList<>();

  private RingDevice(BlockDevice device, RingFile file, Rings rings, boolean required) {
    super(device);
    this.file = file;
    this.rings = rings;
    this.required = required;
  }

  /**
   * Selects the way in which a device is written. A ring is made as a test, since many systems have
   * no io_uring or do not allow it.
   *
   * @return the given device, or a device that uses it and takes ownership of it
   * @throws IOException if io_uring is required but not available; the device stays open
   */
  public static BlockDevice over(FileDevice device, DataIo wanted) throws IOException {
    return over(device, wanted, Ring::open);
  }

  static BlockDevice over(FileDevice device, DataIo wanted, Rings rings) throws IOException {
    // With the page cache, submitting copies the pages, so there is no gain.
    boolean tried = wanted == DataIo.URING || (wanted == DataIo.AUTO && device.isDirect());
    if (!tried) {
      return device;
    }
    try {
      rings.open().close();
      RingFile file = RingFile.open(device.path(), device.isDirect());
      return new RingDevice(device, file, rings, wanted == DataIo.URING);
    } catch (IOException e) {
      if (wanted == DataIo.URING) {
        throw new IOException("io_uring is required but not available: " + e.getMessage(), e);
      }
      LOG.info("{}: written block by block, without io_uring: {}", device.path(), e.getMessage());
      return device;
    }
  }

  @Override
  public synchronized BlockWriter writer() throws IOException {
    try {
      Submissions ring = rings.open();
      open.add(ring);
      return new RingWriter(device, file.descriptor(), ring);
    } catch (IOException e) {
      // Older kernels count a ring's memory as locked memory, which may be limited to little.
      if (required) {
        throw e;
      }
      LOG.warn("{}: one of its writers is without io_uring: {}", device.describe(), e.getMessage());
      return device.writer();
    }
  }

  @Override
  public String accessMode() {
    return device.accessMode() + ", io_uring";
  }

  @Override
  public String describe() {
    return device.describe() + ", io_uring";
  }

  @Override
  public synchronized void close() throws IOException {
    open.forEach(Submissions::close);
    open.clear();
    file.close();
    device.close();
  }
}
