package io.pando.cli.process;

import io.pando.cli.config.OsdMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * Limit of a JVM's heap, which is fixed when the JVM starts.
 *
 * @param mib the limit in MiB
 */
record HeapLimit(int mib) {
  private static final String OPTION = "-Xmx";
  private static final int MIB = 1 << 20;

  /** The limit that an OSD's memory leaves. */
  static HeapLimit of(OsdMemory memory) {
    return new HeapLimit(Math.toIntExact(memory.heapBytes() / MIB));
  }

  /** The option that sets the limit. */
  String option() {
    return OPTION + mib + "m";
  }

  /**
   * A JVM's command line with this limit instead of the first one. A later one is the operator's
   * ({@code PANDO_OPTS}): it takes precedence, and stays.
   */
  List<String> in(List<String> commandLine) {
    List<String> line = new ArrayList<>(commandLine);
    for (int i = 1; i < line.size() && line.get(i).startsWith("-"); i++) {
      if (line.get(i).startsWith(OPTION)) {
        line.set(i, option());
        return List.copyOf(line);
      }
    }
    line.add(1, option());
    return List.copyOf(line);
  }
}
