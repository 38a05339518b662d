package io.pando.cli.process;

import io.pando.cli.config.OsdMemory;
import io.pando.cli.text.ByteSize;
import java.io.IOException;
import java.util.List;

/**
 * Gives an OSD's process the heap that {@code osd.memory} leaves. The launcher starts the JVM
 * before anybody has read the configuration, so it assumes the usual memory. If the configuration,
 * or a variable, says otherwise, the process starts its program again with the right limit, before
 * the OSD has opened anything.
 */
public final class OsdProcess {
  private OsdProcess() {}

  /**
   * Starts the program of this process again, with the same arguments, unless it has the limit
   * already.
   *
   * @return a sentence for the log about the memory of this process
   */
  public static String fit(OsdMemory memory) {
    try {
      List<String> now = ProcessImage.commandLine();
      List<String> wanted = HeapLimit.of(memory).in(now);
      // A process of another program, such as tests, has a limit of its own.
      if (now.contains(JavaCommand.MAIN) && !wanted.equals(now)) {
        ProcessImage.replace(wanted);
      }
      return describe(memory);
    } catch (IOException failure) {
      return "%s. The limit of the heap could not be set: %s"
          .formatted(describe(memory), failure.getMessage());
    }
  }

  private static String describe(OsdMemory memory) {
    return "osd.memory %s: heap %s, osd.cache %s"
        .formatted(
            ByteSize.format(memory.totalBytes()),
            ByteSize.format(memory.heapBytes()),
            ByteSize.format(memory.cacheBytes()));
  }
}
