package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.BoundedWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows {@code docs/deploy.md} word for word, on hosts that have nothing but the archive. A
 * section is followed in the order of the document; each must leave a healthy cluster.
 */
class DeployTest {
  private static final String ROLLING = "Rolling restart";

  /** Sections that are followed here. */
  private static final List<String> FOLLOWED =
      List.of(
          "Three hosts, three commands each",
          "Add a host",
          "Replace a disk",
          ROLLING,
          "Drain and decommission a host",
          "Backup and restore of the monitors' state");

  /** Sections without commands for these hosts. */
  private static final List<String> OTHERS =
      List.of("The archives", "With systemd", "Containers", "Environment variables", "Upgrade");

  private static final Duration HEALTHY = Duration.ofMinutes(2);
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /** The tests and what they use, also where the test runner has it in another property. */
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  /** Hosts share /tmp, and there JVMs of the same process number the file of their counters. */
  private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -XX:-UsePerfData";

  @TempDir private Path temp = Path.of("");
  private final List<String> hosts = new ArrayList<>(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"));
  private List<String> last = List.of();
  private String archive = "";

  @Test
  void theDocumentHoldsWordForWord() throws Exception {
    String obstacle = Hosts.obstacle();
    if (!obstacle.isEmpty()) {
      System.err.println("DeployTest: SKIPPED, docs/deploy.md is not followed: " + obstacle);
    }
    Assumptions.assumeTrue(obstacle.isEmpty(), obstacle);
    DeployDocument document = DeployDocument.read(repository().resolve("docs/deploy.md"));
    List<String> known = new ArrayList<>(FOLLOWED);
    known.addAll(OTHERS);
    assertThat(known).containsAll(document.sections().keySet());
    assertThat(document.sections().keySet().stream().filter(FOLLOWED::contains))
        .containsExactlyElementsOf(FOLLOWED);
    Path archives = makeArchive();
    try (Hosts machines = Hosts.open(Files.createDirectories(temp.resolve("hosts")))) {
      for (String address : List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4")) {
        switchOn(machines, address, archives);
      }
      for (String section : FOLLOWED) {
        follow(machines, section, document.sections().getOrDefault(section, List.of()));
      }
    }
  }

  private void follow(Hosts machines, String section, List<DeployDocument.Block> blocks)
      throws Exception {
    assertThat(blocks).as(section).isNotEmpty();
    long beganNanos = System.nanoTime();
    if (section.equals(ROLLING)) {
      underLoad(machines, section, blocks);
    } else {
      type(machines, section, blocks);
    }
    HostShell first = shell(machines, "10.0.0.1");
    List<String> said = new ArrayList<>();
    boolean healthy = BoundedWait.until(HEALTHY, () -> isHealthy(first, said));
    assertThat(healthy)
        .as("after '%s': %s", section, said.isEmpty() ? "" : said.getLast())
        .isTrue();
    assertThat(first.run("pando get greeting -").orFail()).as(section).isEqualTo("hello");
    System.out.printf("DeployTest: %s: %.1f s%n", section, (System.nanoTime() - beganNanos) / 1e9);
  }

  private static boolean isHealthy(HostShell host, List<String> said) {
    try {
      String health = host.run("pando health").output();
      HostShell.Outcome groups = host.run("pando pg ls");
      boolean clean =
          groups.status() == 0
              && groups.output().lines().skip(1).allMatch(line -> line.contains("active+clean"));
      String now = health + (clean ? "" : "\n" + groups.output());
      if (said.isEmpty() || !said.getLast().equals(now)) {
        System.out.println("DeployTest: " + health);
        said.add(now);
      }
      return clean && health.startsWith("HEALTH_OK");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void type(Hosts machines, String section, List<DeployDocument.Block> blocks)
      throws Exception {
    for (DeployDocument.Block block : blocks) {
      List<String> where = where(section, block);
      List<Callable<Void>> work = new ArrayList<>();
      for (String host : where) {
        work.add(() -> {
          for (String line : block.lines()) {
            String said = shell(machines, host).run(literally(line)).orFail();
            System.out.println(host + "$ " + line + (said.isEmpty() ? "" : "\n" + said));
          }
          return null;
        });
      }
      if (block.inTurn()) {
        for (Callable<Void> one : work) {
          one.call();
        }
      } else {
        together(work);
      }
      last = where;
    }
  }

  private static void together(List<Callable<Void>> work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    }
  }

  private List<String> where(String section, DeployDocument.Block block) {
    if (block.place().equals("every host")) {
      return List.copyOf(hosts);
    }
    if (block.place().equals("the other hosts")) {
      return hosts.stream().filter(host -> !last.contains(host)).toList();
    }
    List<String> named = block.addresses();
    assertThat(named)
        .as(
            "'%s': the paragraph before the block does not say where it is typed: %s",
            section, block)
        .isNotEmpty();
    named.stream().filter(host -> !hosts.contains(host)).forEach(hosts::add);
    return named;
  }

  /** The line as a user types it. */
  private String literally(String line) {
    return line.replace("pando-VERSION-linux-x86_64.tar.gz", archive);
  }

  private void underLoad(Hosts machines, String section, List<DeployDocument.Block> blocks)
      throws Exception {
    HostShell client = machines.add("10.0.0.100", temp, Map.of());
    Path config = temp.resolve("hosts/10.0.0.1/srv/pando/cluster/pando.yaml");
    Path end = temp.resolve("end");
    Path out = temp.resolve("client.out");
    client
        .run(
            ("%s/bin/java --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -Xmx256m"
                    + " -cp '%s' %s %s %s %s > %s 2>&1 &")
                .formatted(JDK, CLASS_PATH, SteadyClient.class.getName(), config, "data", end, out))
        .orFail();
    assertThat(BoundedWait.until(HEALTHY, () -> says(out, "working"))).isTrue();
    type(machines, section, blocks);
    Files.createFile(end);
    client.run("wait").orFail();
    String said = Files.readString(out);
    System.out.println("DeployTest: rolling restart: " + said.lines().toList().getLast());
    assertThat(said).contains(" failures 0 ").doesNotContain("operations 0 ");
  }

  private static boolean says(Path file, String word) {
    try {
      return Files.exists(file) && Files.readString(file).contains(word);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A host without Java. */
  private static void switchOn(Hosts machines, String address, Path archives) throws Exception {
    HostShell shell = machines.add(address, archives, Map.of("PANDO_OPTS", OPTIONS));
    shell.run("mount -t tmpfs none " + JDK).orFail();
  }

  private static HostShell shell(Hosts machines, String address) {
    return Objects.requireNonNull(machines.shells().get(address), () -> "no host " + address);
  }

  private Path makeArchive() throws Exception {
    Path out = temp.resolve("archives");
    new Script(temp, Map.of("PATH", "/usr/bin:/bin"))
        .run(
            repository().resolve("dist/make.sh"), "--java", JDK, "--out", out, "--no-aot", "--fast")
        .orFail();
    try (Stream<Path> made = Files.list(out)) {
      archive =
          made.map(file -> file.getFileName().toString())
              .filter(name -> name.matches("pando-.*-linux-.*\\.tar\\.gz"))
              .findFirst()
              .orElseThrow();
    }
    return out;
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("dist/make.sh"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no dist/make.sh above this folder");
    }
    return folder;
  }
}
