package io.pando.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.Shell;
import io.pando.cli.TestCluster;
import io.pando.cli.config.ClusterConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/**
 * What holds for every command: with {@code -f json} all that it prints is JSON, and it fails when
 * what it prints cannot be written. A command that is added must be added here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EveryCommandTest {
  /** Calls that only look, whatever was done before; MAP is a file with a CRUSH map. */
  private static final String LOOKS =
      """
      status
      health
      health detail
      df
      versions
      events
      top -n 1 -d 1
      daemon osd.0 ops
      daemon mon.0 version
      mon stat
      mon ls
      mon ok-to-stop 0
      osd ok-to-stop 0
      osd dump
      osd tree
      osd ls
      osd df
      osd perf
      osd map p o
      pool ls
      pool get p size
      pool get-quota p
      profile ls
      profile get e
      fence ls
      fs ls
      fs status
      pg ls
      pg map 1.0
      pg query 1.0
      pg scrub 1.0 --wait
      pg deep-scrub 1.0 --wait
      pg repair 1.0 --wait
      pg deep-scrub 1.0
      repair 1.0
      crush get
      crush decompile MAP
      crush test -i MAP --num-rep 3 --max-x 9 --show-mappings
      crush rule ls
      get o
      ls -p p
      stat o
      attr get o a
      attr ls o
      omap get o k
      omap ls o
      """;

  /** Calls that change something, in this order. */
  private static final String CHANGES =
      """
      require-release
      osd set noout
      osd unset noout
      osd reweight 1 1
      osd set-nearfull-ratio 0.8
      osd set-backfillfull-ratio 0.85
      osd set-full-ratio 0.9
      osd set-failsafe-ratio 0.96
      health mute OSD_DOWN 1h --sticky
      health unmute OSD_DOWN
      osd out 2
      osd in 2
      osd drain 2 --wait 0
      osd in 2
      osd down 2
      osd create 7
      osd lost 7 --yes-i-really-mean-it
      osd replace 7 --yes-i-really-mean-it
      osd purge 7 --yes-i-really-mean-it
      pg accept-loss --all
      pool create q 1
      pool rename q r
      pool set-quota r max_objects 1000
      pool set r min_size 1
      pool rm r r
      pool restore r
      pool rm r r --now
      profile set f k=2 m=1
      profile rm f
      pool create m 1
      pool create d 1
      pool create d2 1
      fs create files m d
      fs set files standby_replay true
      fs add-data-pool files d2
      fs rm-data-pool files d2
      fs fsck files
      mds repaired files 0
      fs rm files files
      pool rm m m --now
      pool rm d d --now
      pool rm d2 d2 --now
      fence add client.77 --for 1h --reason test
      fence rm 77
      crush add-bucket b1 rack
      crush move b1 root=default
      crush reweight osd.1 1
      crush set-device-class ssd osd.1
      crush add osd.1 1 host=h root=default
      crush rule create mine default osd
      crush rule rm mine
      crush rm b1
      crush set -i MAP
      crush compile MAP
      put o2 MAP
      append o2 MAP
      attr set o2 a v
      attr rm o2 a
      omap set o2 k v
      omap rm o2 k
      rm o2
      bench write -b 4096 -t 1 -s 1
      bench read -b 4096 -t 1 -s 1 --objects 2
      bench cleanup
      bench metadata build --directories 2 --jobs 4
      bench metadata slow --seconds 1 --journal 2
      bench metadata memory --files 3000
      bench metadata walk --files 2000
      bench metadata lookups --files 100 --lookups 100
      bench metadata replay --directories 2 --rounds 2
      """;

  /** Covered by tests of their own, or with clusters of their own; or refuse JSON. */
  private static final List<String> ELSEWHERE =
      List.of(
          "osd safe-to-destroy",
          "pg lost",
          "fs clients",
          "fs evict",
          "fs journal",
          "fs requests",
          "fs quota",
          "mds fail",
          "mount",
          "umount",
          "mon add",
          "mon rm",
          "mon move",
          "mon export",
          "mon rescue",
          "bench failover",
          "bench files",
          "bench recovery",
          "bench repair",
          "bench rolling",
          "bench waf",
          "torture",
          "init",
          "man-pages",
          "up",
          "down",
          "demo",
          "sim",
          "soak",
          "store fsck",
          "store repair",
          "store stats",
          "store export",
          "store import",
          "completion",
          "warm-up",
          "help");

  private Path map = Path.of("");
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(BenchMain::commands, Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path temp) throws Exception {
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"));
    cluster = TestCluster.start(config);
    cluster.createPool("p", 2);
    shell = new Shell(BenchMain::commands, temp, "-c", config.file().toString());
    shell.run("profile", "set", "e", "k=2", "m=1");
    map = temp.resolve("map.txt");
    Files.writeString(map, shell.run("crush", "get").out());
    shell.run("put", "o", map.toString());
    shell.run("attr", "set", "o", "a", "v");
    shell.run("omap", "set", "o", "k", "v");
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  private static Stream<String> looks() {
    return LOOKS.lines();
  }

  private static Stream<String> changes() {
    return CHANGES.lines();
  }

  @Test
  @Order(1)
  void everyCommandIsHere() {
    NavigableSet<String> named = new TreeSet<>(ELSEWHERE);
    NavigableSet<String> all = new TreeSet<>();
    collect("", shell.commands(), all);
    for (String call : Stream.concat(looks(), changes()).toList()) {
      all.stream().filter(leaf -> (call + " ").startsWith(leaf + " ")).forEach(named::add);
    }
    assertThat(named).isEqualTo(all);
  }

  private static void collect(String path, CommandLine at, NavigableSet<String> into) {
    if (at.getSubcommands().isEmpty()) {
      into.add(path);
    }
    at.getSubcommands().values().stream()
        .distinct()
        .forEach(sub -> collect((path + " " + sub.getCommandName()).strip(), sub, into));
  }

  @ParameterizedTest
  @Order(2)
  @MethodSource("looks")
  void whatItPrintsIsJson(String call) {
    String out = assertJsonOrNothing(call);
    boolean bytes = call.startsWith("get ");
    assertThat(out.isBlank()).as("prints nothing").isEqualTo(bytes);
  }

  @ParameterizedTest
  @Order(3)
  @MethodSource("changes")
  void whatItSaysOfAChangeIsJson(String call) {
    assertJsonOrNothing(call);
  }

  private String assertJsonOrNothing(String call) {
    Shell.Outcome outcome = shell.run(words(call + " -f json"));
    assertThat(outcome.err()).doesNotContain("pando: ");
    assertThat(outcome.status()).isZero();
    // The bytes of an object are what they are.
    String out = call.startsWith("get ") ? "" : outcome.out();
    if (!out.isBlank()) {
      assertThat(new JsonMapper().readTree(out).isContainer()).as(out).isTrue();
    }
    return out;
  }

  @ParameterizedTest
  @Order(4)
  @MethodSource("looks")
  void failsIfItsOutputIsLost(String call) {
    assertFails(call);
    assertFails(call + " -f json");
  }

  @ParameterizedTest
  @Order(5)
  @ValueSource(
      strings = {
        "help",
        "help pool create",
        "--help",
        "--version",
        "pool --help",
        "completion bash",
        "bench write -b 4096 -t 1 -s 1 -f json",
        "sim --seed 1 --profile calm"
      })
  void failsIfHelpAndMoreIsLost(String call) {
    assertFails(call);
  }

  private void assertFails(String call) {
    Shell.Outcome full = shell.runInto(new Failing("No space left on device"), words(call));
    assertThat(full.err())
        .contains("pando: standard output could not be written: No space left on device")
        .containsOnlyOnce("could not be written")
        .doesNotContain("\tat ");
    assertThat(full.status()).isEqualTo(1);
    Shell.Outcome gone = shell.runInto(new Failing("Broken pipe"), words(call));
    assertThat(gone.err()).doesNotContain("pando: ");
    assertThat(gone.status()).isEqualTo(141);
  }

  @ParameterizedTest
  @Order(6)
  @ValueSource(strings = {"completion bash -f json", "demo -f json"})
  void refusesJsonWhereThereIsNone(String call) {
    Shell.Outcome outcome = shell.run(words(call));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("omit -f json");
  }

  private String[] words(String call) {
    return call.replace("MAP", map.toString()).split(" ");
  }

  private static final class Failing extends OutputStream {
    private final String why;

    Failing(String why) {
      this.why = why;
    }

    @Override
    public void write(int value) throws IOException {
      throw new IOException(why);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException(why);
    }
  }
}
