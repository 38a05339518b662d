package io.pando.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.id.Address;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is a module: compiled against the SDK's modules, and run on them. */
class ModulePathTest {
  private static final Pattern SDK =
      Pattern.compile(
          ".*/(store-(core|client|net)/target|io/netty|io/micrometer|org/hdrhistogram|slf4j-api|jspecify)/.*");

  private static final String MODULE =
      """
      module example.app {
        requires io.pando.client;
      }
      """;
  private static final String PROGRAM =
      """
      package example.app;

      import io.pando.client.ClientConfig;
      import io.pando.client.Cluster;
      import io.pando.client.Pando;
      import io.pando.client.Pool;
      import io.pando.cluster.Change;
      import io.pando.network.SharedNetwork;

      public final class Main {
        public static void main(String[] arguments) {
          ClientConfig config = ClientConfig.builder().monitors(arguments[0]).build();
          try (SharedNetwork network = Pando.openNetwork(1, arguments[1]);
              Cluster cluster = Pando.connect(config, network)) {
            cluster.admin().change(new Change.CreatePool("modules", 1, 1, 1, null));
            Pool pool = cluster.pool("modules");
            pool.writeFull("a", "b".getBytes());
            System.out.println(network.describe() + ": " + pool.read("a").toUtf8());
          }
        }
      }
      """;

  private static String modulePath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(place -> SDK.matcher(place).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The options that docs/sdk.md names. */
  private static List<String> options() throws IOException {
    String page = Files.readString(Path.of("../docs/sdk.md").toAbsolutePath());
    String option = "--enable-native-access=io.netty";
    int at = page.indexOf(option);
    assertThat(at).as("the option in docs/sdk.md").isPositive();
    return List.of(
        page.substring(at, page.indexOf('`', at)), "--sun-misc-unsafe-memory-access=allow");
  }

  private static void compile(Path sources, Path classes) throws IOException {
    Path code = Files.createDirectories(sources.resolve("example/app")).resolve("Main.java");
    Files.writeString(sources.resolve("module-info.java"), MODULE);
    Files.writeString(code, PROGRAM);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-p",
                modulePath(),
                "-d",
                classes.toString(),
                sources.resolve("module-info.java").toString(),
                code.toString());
    assertThat(status).as("status of the compiler").isZero();
  }

  @Test
  void moduleConnects(@TempDir Path folder) throws IOException, InterruptedException {
    compile(folder.resolve("sources"), folder.resolve("classes"));
    boolean linux =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    String carrier = linux ? "epoll" : "nio";
    assumeTrue(linux || System.getProperty("os.name").startsWith("Mac"), "no native carrier");
    try (LocalCluster local = LocalCluster.builder().osds(1).start()) {
      Address monitor = local.clientConfig().monitors().getFirst();
      ProcessBuilder builder =
          new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      builder.command().addAll(options());
      builder
          .command()
          .addAll(
              List.of(
                  "-p",
                  modulePath() + File.pathSeparator + folder.resolve("classes"),
                  "-m",
                  "example.app/example.app.Main",
                  monitor.host() + ":" + monitor.port(),
                  carrier));
      Path output = folder.resolve("output");
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
      } finally {
        process.destroyForcibly();
      }
      List<String> lines =
          Files.readString(output, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("SLF4J"))
              .toList();
      assertThat(lines).singleElement().asString().startsWith(carrier).endsWith(": b");
    }
  }
}
