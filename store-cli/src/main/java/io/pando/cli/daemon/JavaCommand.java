package io.pando.cli.daemon;

import java.util.ArrayList;
import java.util.List;

/** How this program is started once more, in a process of its own. */
public final class JavaCommand {
  private static final String CACHE = "pando.aot";
  private static final String OSD_CACHE = "pando.aot.osd";

  /**
   * Options of an OSD, which the launcher gives it too; docs/decisions/0021 and 0033 say why.
   * Native memory that was freed goes back to the system every ten seconds. The thorough compiler
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
   * A command line; with the options of {@code PANDO_OPTS}, as the launcher takes them.
   *
   * @param heapMib limit of heap and of native buffers, each
   */
  public static List<String> of(int heapMib, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-XX:+UseCompactObjectHeaders");
    // Tests look for leaked buffers; looking takes 1 to 3 % of an event loop.
    line.add("-Dio.netty.leakDetection.level=disabled");
    // An OSD answers while it collects.
    boolean answers = arguments.getFirst().equals("osd");
    line.addAll(answers ? OSD_OPTIONS : List.of("-XX:+UseSerialGC"));
    line.add("-Xmx" + heapMib + "m");
    line.add("-XX:MaxDirectMemorySize=" + heapMib + "m");
    // References are wider with that collector, so an OSD has a cache of its own.
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
