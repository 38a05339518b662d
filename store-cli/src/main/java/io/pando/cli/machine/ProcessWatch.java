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
 * Watches this process: processor time, heap, and pauses of the garbage collector, in milliseconds.
 * Thread-safe.
 */
public final class ProcessWatch implements AutoCloseable {
  private final AtomicLong longestPauseMillis = new AtomicLong();
  private final NotificationListener listener = (event, _) -> onCollected(event);
  private final List<GarbageCollectorMXBean> pausing;

  /** Starts to watch. */
  public ProcessWatch() {
    // Concurrent collectors also report their cycles, which are not pauses.
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

  /** Resources that the process has used until now. */
  public ProcessUse use() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new ProcessUse(
        ManagementFactory.getRuntimeMXBean().getName(),
        cpu.toNanos(),
        ThreadTimes.now(),
        new ProcessUse.Heap(heap.getUsed(), heap.getMax()),
        new ProcessUse.Pauses(
            pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
            millisToNanos(
                pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum()),
            millisToNanos(longestPauseMillis.get())));
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
