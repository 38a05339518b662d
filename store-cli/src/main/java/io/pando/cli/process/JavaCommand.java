package io.pando.cli.process;

import io.pando.cli.config.OsdMemory;
import io.pando.cli.config.OsdSettings;
import java.util.ArrayList;
import java.util.List;

/** Command line that starts this program in another process. */
public final class JavaCommand {
  /** The program's main class. */
  static final String MAIN = "io.pando.cli.Main";

  private static final String CACHE = "pando.aot";
  private static final String OSD_CACHE = "pando.aot.osd";

  /**
   * JVM options of an OSD or a metadata server, the same as in the launcher; see
   * docs/decisions/0021, 0033 and 0043 for the reasons. Freed native memory returns to the system
   * every ten seconds. The optimizing compiler inlines fewer of a method's callees.
   */
  static final List<String> OSD_OPTIONS =
      List.of(
          "-XX:+UseZGC",
          "-XX:ZTenuringThreshold=1",
          "-XX:ZAllocationSpikeTolerance=1",
          "-XX:TrimNativeHeapInterval=10000",
          "-XX:MaxInlineLevel=9",
          "-XX:FreqInlineSize=150",
          "-XX:InlineSmallCode=1200");

  /**
   * JVM options of a monitor, the same as in the launcher. Its work is small: compiling it
   * thoroughly would take more processor time than it saves for hours.
   */
  static final List<String> MONITOR_OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private JavaCommand() {}

  /**
   * A command line with the options of {@code PANDO_OPTS}, as in the launcher.
   *
   * @param heapMib limit of the heap; the JVM sets the same for buffers outside
   */
  public static List<String> of(int heapMib, List<String> arguments) {
    return of(new HeapLimit(heapMib), arguments);
  }

  /**
   * The same for another main class of this program, of a process that is no daemon.
   *
   * @param main name of the class
   */
  public static List<String> ofProgram(String main, int heapMib, List<String> arguments) {
    List<String> line = of(heapMib, List.of(main));
    line.remove(MAIN);
    line.addAll(arguments);
    return line;
  }

  /** The same for a process with the options of a metadata server. */
  public static List<String> ofServer(String main, int heapMib, List<String> arguments) {
    List<String> line = of(heapMib, List.of("mds"));
    line.subList(line.size() - 2, line.size()).clear();
    line.add(main);
    line.addAll(arguments);
    return line;
  }

  /** The same for an OSD with that memory. */
  public static List<String> osd(OsdMemory memory, List<String> arguments) {
    return of(HeapLimit.of(memory), arguments);
  }

  /** The same for an OSD with these settings, and the module that its kernel needs. */
  public static List<String> osd(OsdSettings settings, List<String> arguments) {
    List<String> line = osd(settings.storage().memory(), arguments);
    if (settings.computing().kernel() == OsdSettings.Kernel.VECTOR) {
      line.add(1, "--add-modules=jdk.incubator.vector");
    }
    return line;
  }

  private static List<String> of(HeapLimit heap, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-XX:+UseCompactObjectHeaders");
    // The class cache stays where it was made for, so that processes share its pages.
    line.add("-XX:+UnlockDiagnosticVMOptions");
    line.add("-XX:ArchiveRelocationMode=0");
    // How often the JVM looks for unused monitors of objects, in ms; by default four times a
    // second.
    line.add("-XX:AsyncDeflationInterval=2000");
    // One whose threads fail one by one would answer heartbeats and no requests.
    line.add("-XX:+ExitOnOutOfMemoryError");
    // Leak detection of buffers is for tests; it costs 1 to 3 % of an event loop.
    line.add("-Dio.netty.leakDetection.level=disabled");
    // OSDs and metadata servers answer requests, so they use a concurrent collector.
    boolean answers = List.of("osd", "mds").contains(arguments.getFirst());
    line.addAll(
        switch (arguments.getFirst()) {
          case "osd", "mds" -> OSD_OPTIONS;
          case "mon" -> MONITOR_OPTIONS;
          default -> List.of("-XX:+UseSerialGC");
        });
    line.add(heap.option());
    // That collector uses wider references, so an OSD needs a separate class cache.
    String cache = System.getProperty(answers ? OSD_CACHE : CACHE, "");
    if (!cache.isEmpty()) {
      line.add("-XX:AOTCache=" + cache);
    }
    for (String property : List.of(CACHE, OSD_CACHE)) {
      line.add("-D" + property + "=" + System.getProperty(property, ""));
    }
    String more = System.getenv("PANDO_OPTS");
    if (more != null && !more.isBlank()) {
      line.addAll(List.of(more.strip().split("\\s+")));
    }
    line.add("-Dpando.home=" + System.getProperty("pando.home", "."));
    line.add("-Duser.home=" + System.getProperty("user.home", "."));
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(MAIN);
    line.addAll(arguments);
    return line;
  }
}
