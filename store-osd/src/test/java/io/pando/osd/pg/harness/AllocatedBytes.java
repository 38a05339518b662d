package io.pando.osd.pg.harness;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much this thread has allocated on the heap. */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  static long ofThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
