package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.KernelMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.protocol.codec.MessageDecoder;
import io.pando.fuse.protocol.codec.SessionTerms;
import io.pando.port.EventLoop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mounted file system, and the loop or the threads that read its requests. Any thread may use it
 * except those that answer requests: unmounting waits for answers.
 *
 * <p>A process that ends without unmounting leaves a stale mount, whose files fail with "Transport
 * endpoint is not connected" until it is removed with {@code umount -l}.
 */
public final class FuseMount implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FuseMount.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final KernelMount mount;
  private final SessionTerms terms;
  private final FuseSession session;
  private final List<DeviceChannel> channels;
  private final AtomicInteger reading = new AtomicInteger(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private FuseMount(
      KernelMount mount, SessionTerms terms, FuseSession session, List<DeviceChannel> channels) {
    this.mount = mount;
    this.terms = terms;
    this.session = session;
    this.channels = channels;
  }

  /**
   * Mounts a file system. When this returns, its files can be used.
   *
   * @param directory an existing directory; what it contains is hidden by the mount
   * @throws MountException with a sentence, if that is not possible
   */
  public static FuseMount mount(Path directory, MountOptions options, FuseFileSystem fileSystem)
      throws MountException {
    KernelMount mount = KernelMount.mount(directory, options.spec(), options.access().method());
    List<DeviceChannel> channels = new ArrayList<>();
    channels.add(mount.device());
    try {
      SessionTerms terms = new Handshake(mount.device(), options.limits(), options.wishes()).run();
      FuseSession session = new FuseSession(mount.device(), options, fileSystem);
      FuseMount mounted = new FuseMount(mount, terms, session, channels);
      fileSystem.onMounted(session);
      if (!mounted.startOnLoop()) {
        mounted.startThreads(options.readers());
      }
      return mounted;
    } catch (MountException e) {
      giveUp(mount, channels, e);
      throw new MountException(
          e.reason(), "mounting at " + mount.point() + " failed: " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      giveUp(mount, channels, e);
      throw e;
    }
  }

  /** Leaves no mount without a server, whatever the cause is: calls on its files would hang. */
  private static void giveUp(KernelMount mount, List<DeviceChannel> channels, Throwable cause) {
    try {
      mount.abort();
    } catch (MountException | RuntimeException | Error e) {
      cause.addSuppressed(e);
    }
    channels.forEach(DeviceChannel::close);
  }

  /** Whether the file system has a loop that reads requests. */
  private boolean startOnLoop() throws MountException {
    Optional<EventLoop> loop = session.fileSystem().loop();
    return loop.isPresent()
        && LoopReader.start(session, mount.device(), loop.get(), decoder(), this::onReaderEnded);
  }

  private void startThreads(int count) throws MountException {
    while (channels.size() < count) {
      channels.add(mount.device().another());
    }
    reading.set(channels.size());
    MessageDecoder decoder = decoder();
    for (int i = 0; i < channels.size(); i++) {
      RequestReader reader =
          new RequestReader(session, channels.get(i), decoder, this::onReaderEnded);
      Thread.ofPlatform().daemon().name("fuse " + mount.point() + " " + i).start(reader);
    }
  }

  private MessageDecoder decoder() {
    return new MessageDecoder(terms.flags());
  }

  private void onReaderEnded() {
    if (reading.decrementAndGet() > 0) {
      return;
    }
    channels.forEach(DeviceChannel::close);
    try {
      session.fileSystem().onUnmounted();
    } catch (RuntimeException e) {
      LOG.error("{}: the file system failed at the end of its session", mount.point(), e);
    } finally {
      ended.countDown();
    }
  }

  /** The real path of the mount point. */
  public Path point() {
    return mount.point();
  }

  /** What was agreed with the kernel. */
  public SessionTerms terms() {
    return terms;
  }

  /** Tells the kernel what changed. */
  public FuseNotifier notifier() {
    return session;
  }

  /** Messages since the session began. */
  public MountCounts counts() {
    return session.counters().read();
  }

  /**
   * Unmounts, if no file is open and no process works in a directory of it.
   *
   * @throws MountException with the reason {@link Reason#BUSY} if that is not so
   */
  public void unmount() throws MountException {
    mount.unmount(false);
  }

  /**
   * Takes it out of the tree of directories. Files that are open are served until they are closed;
   * then the session ends.
   */
  public void detach() throws MountException {
    mount.unmount(true);
  }

  /** Waits until the session has ended; false if the time is over before. */
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Unmounts, and ends the session in any case: of files that are open only errors are left. Does
   * nothing if the session has ended.
   *
   * @throws MountException if it cannot be unmounted, or its threads do not end within 30 s
   */
  @Override
  public void close() throws MountException {
    if (ended.getCount() == 0) {
      return;
    }
    try {
      mount.unmount(false);
    } catch (MountException e) {
      LOG.info("{}: its session is aborted: {}", mount.point(), e.getMessage());
      abort();
    }
    session.budget().end();
    awaitThreads();
  }

  private void abort() throws MountException {
    if (ended.getCount() > 0) {
      mount.abort();
    }
  }

  private void awaitThreads() throws MountException {
    boolean done;
    try {
      done = awaitEnd(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MountException(Reason.OTHER, "closing " + mount.point() + " was interrupted", e);
    }
    if (!done) {
      throw new MountException(
          Reason.OTHER,
          "threads that serve %s did not end within %d s: one is in a call of the file system"
              .formatted(mount.point(), CLOSE_TIMEOUT.toSeconds()));
    }
  }
}
