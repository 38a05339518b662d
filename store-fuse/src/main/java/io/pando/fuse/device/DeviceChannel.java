package io.pando.fuse.device;

import io.pando.check.Invariant;
import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.protocol.Errno;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open descriptor of {@code /dev/fuse}. An answer is written to the descriptor from which its
 * request was read: the kernel keeps the requests of each descriptor apart. Any thread may use it;
 * the descriptor is closed when no thread is in a call, so that its number is never used for
 * another file.
 */
public final class DeviceChannel implements AutoCloseable {
  private static final String DEVICE = "/dev/fuse";

  /** {@code FUSE_DEV_IOC_CLONE}: {@code _IOR(229, 0, uint32_t)}. */
  private static final long CLONE = 0x8004e500L;

  /** Set once the channel is to be closed. */
  private static final int CLOSED = 1 << 30;

  private final int descriptor;

  /** Number of threads in a call, and {@link #CLOSED}. */
  private final AtomicInteger users = new AtomicInteger();

  private DeviceChannel(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Opens the device. */
  static DeviceChannel open() throws MountException {
    int descriptor = new LinuxCalls().open(DEVICE, LinuxCalls.O_RDWR | LinuxCalls.O_CLOEXEC);
    if (descriptor >= 0) {
      return new DeviceChannel(descriptor);
    }
    throw switch (-descriptor) {
      case Errno.ENOENT, Errno.ENXIO, Errno.ENODEV -> missing();
      case Errno.EACCES, Errno.EPERM -> denied();
      default -> new MountException(Reason.OTHER, "open " + DEVICE + ": error " + -descriptor);
    };
  }

  /** There is no device. */
  static MountException missing() {
    return new MountException(
        Reason.NO_DEVICE,
        DEVICE
            + " does not exist: load the kernel's module with 'modprobe fuse', and give"
            + " containers the device");
  }

  /** The device may not be opened. */
  static MountException denied() {
    return new MountException(
        Reason.NO_PERMISSION,
        "this user may not open "
            + DEVICE
            + ": its mode must allow reading and writing, and"
            + " containers need the device");
  }

  /** A channel for a descriptor that was opened elsewhere; it is closed with the channel. */
  static DeviceChannel of(int descriptor) {
    return new DeviceChannel(descriptor);
  }

  /** Its number, for a loop that watches it. */
  public int descriptor() {
    return descriptor;
  }

  /** From now on {@link #readNow} does not wait. Reads by {@link #read} are over. */
  public void doNotWait() throws MountException {
    int result = new LinuxCalls().setFlags(descriptor, LinuxCalls.O_NONBLOCK);
    if (result < 0) {
      throw new MountException(Reason.OTHER, "fcntl " + DEVICE + ": error " + -result);
    }
  }

  /**
   * Opens another descriptor of the same session, from which another thread reads.
   *
   * @throws MountException if the device cannot be opened
   */
  public DeviceChannel another() throws MountException {
    DeviceChannel opened = open();
    int result = new LinuxCalls().command(opened.descriptor, CLONE, descriptor);
    if (result < 0) {
      opened.close();
      throw new MountException(Reason.OTHER, "FUSE_DEV_IOC_CLONE: error " + -result);
    }
    return opened;
  }

  /** What a read found that does not wait. */
  public enum Arrival {
    MESSAGE,
    NOTHING,
    /** The session has ended. */
    END
  }

  /**
   * Reads one message if there is one.
   *
   * @throws IOException if the device fails
   */
  public Arrival readNow(NativeBuffer into) throws IOException {
    while (enter()) {
      int count;
      try {
        count = into.read(descriptor);
      } finally {
        leave();
      }
      if (count > 0) {
        return Arrival.MESSAGE;
      }
      switch (-count) {
        case Errno.EAGAIN -> {
          return Arrival.NOTHING;
        }
        case Errno.ENODEV, Errno.ECONNABORTED -> {
          return Arrival.END;
        }
        // A request that was interrupted before it was read.
        case Errno.EINTR, Errno.ENOENT -> {}
        default -> throw failed(count);
      }
    }
    return Arrival.END;
  }

  private static IOException failed(int count) {
    return new IOException("read " + DEVICE + ": error " + -count);
  }

  /**
   * Reads one message, and waits for it if there is none.
   *
   * @return false if the session has ended: it was unmounted, or aborted
   * @throws IOException if the device fails
   */
  public boolean read(NativeBuffer into) throws IOException {
    while (enter()) {
      int count;
      try {
        count = into.read(descriptor);
      } finally {
        leave();
      }
      if (count > 0) {
        return true;
      }
      switch (-count) {
        case Errno.ENODEV, Errno.ECONNABORTED -> {
          return false;
        }
        case Errno.EINTR, Errno.EAGAIN, Errno.ENOENT -> {}
        default -> throw failed(count);
      }
    }
    return false;
  }

  /**
   * Writes one message: the view's bytes from 0 to its limit.
   *
   * @return 0 if the kernel took it, otherwise an error number: {@link Errno#ENOENT} if it does not
   *     know the request or node (any more), {@link Errno#ENODEV} if the session has ended
   */
  public int write(NativeBuffer from) {
    if (!enter()) {
      return Errno.ENODEV;
    }
    try {
      int error;
      do {
        error = from.write(descriptor);
      } while (error == Errno.EINTR);
      return error;
    } finally {
      leave();
    }
  }

  private boolean enter() {
    int before = users.get();
    while ((before & CLOSED) == 0) {
      int now = users.compareAndExchange(before, before + 1);
      if (now == before) {
        return true;
      }
      before = now;
    }
    return false;
  }

  private void leave() {
    if (users.decrementAndGet() == CLOSED) {
      closeDescriptor();
    }
  }

  /** Lets no call begin, and closes the descriptor when the last call has ended. */
  @Override
  public void close() {
    int before = users.getAndUpdate(value -> value | CLOSED);
    if (before == 0) {
      closeDescriptor();
    }
  }

  private void closeDescriptor() {
    int result = new LinuxCalls().close(descriptor);
    Invariant.check(result != -Errno.EBADF, () -> "the device was closed twice");
  }
}
