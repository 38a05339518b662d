package io.pando.cli.machine;

import io.pando.report.ProcessUse;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Watches this process: processor time, heap, and how long the garbage collector stops it. Pauses
 * are known in milliseconds. Safe for use by several threads.
 */
public final class ProcessWatch implements AutoCloseable {
  private final AtomicLong longestPauseMillis = new AtomicLong();
  private final NotificationListener listener = (event, _) -> onCollected(event);
  private final List<GarbageCollectorMXBean> pausing;

  /** Watches from now on. */
  public ProcessWatch() {
    // Collectors that work beside the program tell of their cycles, too, which stop nobody.
    pausing =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> !collector.getName().contains("Cycles"))
            .toList();
    for (GarbageCollectorMXBean collector : pausing) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
      }
    }
  }

  private void onCollected(Notification event) {
    if (event.getUserData() instanceof CompositeData collection
        && collection.get("gcInfo") instanceof CompositeData info
        && info.get("duration") instanceof Long millis) {
      longestPauseMillis.accumulateAndGet(millis, Math::max);
    }
  }

  /** What the process took until now. */
  public ProcessUse use() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new ProcessUse(
        ManagementFactory.getRuntimeMXBean().getName(),
        cpu.toNanos(),
        ThreadTimes.now(),
        heap.getUsed(),
        heap.getMax(),
        pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
        millisToNanos(pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum()),
        millisToNanos(longestPauseMillis.get()));
  }

  private static long millisToNanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : pausing) {
      if (collector instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          throw new IllegalStateException("a listener that was added is not there", e);
        }
      }
    }
  }
}
