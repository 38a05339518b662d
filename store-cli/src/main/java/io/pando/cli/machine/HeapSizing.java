package io.pando.cli.machine;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sets the soft limit of this process's heap every second, by {@link HeapTarget}, and how often the
 * collector looks at it, by {@link DirectorTimer}. Only ZGC supports this; with another collector
 * nothing is done. It belongs to the process, not to one of several daemons in it.
 */
public final class HeapSizing {
  private static final long MOMENT_MILLIS = 1_000;
  private static final int MOMENTS = 10;
  private static final String OPTION = "SoftMaxHeapSize";
  private static final String YOUNG = "ZGC Minor Cycles";
  private static final String WHOLE = "ZGC Major Cycles";

  private final HotSpotDiagnosticMXBean options;
  private final GarbageCollectorMXBean young;
  private final GarbageCollectorMXBean whole;
  private final ThreadMXBean threads;
  private final @Nullable DirectorTimer director;
  private HeapTarget target;
  private long collections;
  private long collectionsBefore;
  private int moments;
  private long toldBytes;
  private long aliveBytes;
  private long wholeBefore;
  private long allocatedBytes;

  private HeapSizing(GarbageCollectorMXBean young, GarbageCollectorMXBean whole) {
    this.options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    this.young = young;
    this.whole = whole;
    this.threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    this.director = DirectorTimer.find().orElse(null);
    this.target = HeapTarget.atStart(Runtime.getRuntime().maxMemory());
  }

  /**
   * Starts for the life of the process. An operator's own {@code -XX:SoftMaxHeapSize} is kept.
   *
   * @return whether the heap is sized from now on
   */
  public static boolean begin() {
    GarbageCollectorMXBean young = named(YOUNG);
    GarbageCollectorMXBean whole = named(WHOLE);
    if (young == null || whole == null) {
      return false;
    }
    HeapSizing sizing = new HeapSizing(young, whole);
    if (sizing.options.getVMOption(OPTION).getOrigin() == VMOption.Origin.VM_CREATION) {
      return false;
    }
    sizing.tell();
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("heap").factory());
    var _ =
        timer.scheduleWithFixedDelay(
            sizing::look, MOMENT_MILLIS, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    return true;
  }

  private static @Nullable GarbageCollectorMXBean named(String name) {
    List<GarbageCollectorMXBean> all =
        ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    return all.stream().filter(it -> it.getName().equals(name)).findFirst().orElse(null);
  }

  private void look() {
    long now = young.getCollectionCount() + whole.getCollectionCount();
    target = target.afterMoment(now - collections, MOMENT_MILLIS);
    collections = now;
    if (++moments == MOMENTS) {
      target = target.after(now - collectionsBefore, MOMENTS * MOMENT_MILLIS);
      collectionsBefore = now;
      moments = 0;
    }
    tell();
    lookAtAllocation();
  }

  private void lookAtAllocation() {
    if (director != null) {
      long before = allocatedBytes;
      allocatedBytes = threads.getTotalThreadAllocatedBytes();
      director.after(allocatedBytes - before);
    }
  }

  private void tell() {
    long wholeNow = whole.getCollectionCount();
    if (wholeNow != wholeBefore) {
      wholeBefore = wholeNow;
      aliveBytes = aliveBytes();
    }
    long bytes = target.bytes(aliveBytes);
    if (bytes != toldBytes) {
      options.setVMOption(OPTION, String.valueOf(bytes));
      toldBytes = bytes;
    }
  }

  /** Live bytes after the last collection of the whole heap. */
  private long aliveBytes() {
    GcInfo last = whole.getLastGcInfo();
    return last == null
        ? 0
        : last.getMemoryUsageAfterGc().entrySet().stream()
            .filter(pool -> pool.getKey().startsWith("ZGC"))
            .map(pool -> pool.getValue())
            .mapToLong(MemoryUsage::getUsed)
            .sum();
  }
}
