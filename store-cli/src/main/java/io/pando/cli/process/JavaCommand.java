package io.pando.cli.process;

import java.util.ArrayList;
import java.util.List;

/** Command line that starts this program in another process. */
public final class JavaCommand {
  private static final String CACHE = "pando.aot";
  private static final String OSD_CACHE = "pando.aot.osd";

  /**
   * JVM options of an OSD, the same as in the launcher; see docs/decisions/0021 and 0033 for the
   * reasons. Freed native memory returns to the system every ten seconds. The optimizing compiler
   * inlines fewer of a method's callees.
   */
  static final List<String> OSD_OPTIONS =
      List.of(
          "-XX:+UseZGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ZTenuringThreshold=1",
          "-XX:TrimNativeHeapInterval=10000",
          "-XX:MaxInlineLevel=9",
          "-XX:FreqInlineSize=150",
          "-XX:InlineSmallCode=1200");

  private JavaCommand() {}

  /**
   * A command line with the options of {@code PANDO_OPTS}, as in the launcher.
   *
   * @param heapMib limit of the heap, and of native buffers
   */
  public static List<String> of(int heapMib, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-XX:+UseCompactObjectHeaders");
    // Leak detection of buffers is for tests; it costs 1 to 3 % of an event loop.
    line.add("-Dio.netty.leakDetection.level=disabled");
    // An OSD serves requests, so it uses a concurrent collector.
    boolean answers = arguments.getFirst().equals("osd");
    line.addAll(answers ? OSD_OPTIONS : List.of("-XX:+UseSerialGC"));
    line.add("-Xmx" + heapMib + "m");
    line.add("-XX:MaxDirectMemorySize=" + heapMib + "m");
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
    line.add("io.pando.cli.Main");
    line.addAll(arguments);
    return line;
  }
}
