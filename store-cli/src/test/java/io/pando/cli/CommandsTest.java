package io.pando.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.random.Random64;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command, against a cluster in this process: real sockets, real files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CommandsTest {
  private Path temp = Path.of("");
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path folder) throws Exception {
    temp = folder;
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"));
    cluster = TestCluster.start(config);
    shell = new Shell(temp, "-c", config.file().toString());
    succeed("pool", "create", "rbd", "8");
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  @Test
  @Order(1)
  void poolsComeAndGo() {
    assertThat(succeed("pool", "create", "second", "4", "--size", "2")).contains("second");
    assertThat(succeed("pool", "ls").lines()).containsExactly("rbd", "second");
    assertThat(succeed("pool", "ls", "detail")).contains("'second' replicated size 2 min_size 1");
    assertThat(succeed("pool", "get", "second", "size")).isEqualTo("size: 2\n");
    succeed("pool", "set", "second", "min_size", "2");
    assertThat(succeed("pool", "get", "second", "compression")).isEqualTo("compression: none\n");
    succeed("pool", "set", "second", "compression", "lz4");
    assertThat(succeed("pool", "ls", "detail")).contains("replication primary compression lz4");
    assertThat(fail(1, "pool", "set", "second", "compression", "gzip")).contains("zstd");
    assertThat(succeed("pool", "get", "second", "min_size", "-f", "json"))
        .isEqualToIgnoringWhitespace("{\"min_size\": 2}");
    succeed("pool", "rename", "second", "other");
    assertThat(fail(1, "pool", "rm", "other")).contains("other");
    succeed("pool", "rm", "other", "other", "--now");
    assertThat(succeed("pool", "ls").lines()).containsExactly("rbd");
    assertThat(succeed("pool", "ls", "--removed")).isEmpty();
  }

  @Test
  @Order(1)
  void aRemovedPoolComesBackWithinItsGrace() {
    succeed("pool", "create", "photos", "4");
    assertThat(shell.feed("kept".getBytes(UTF_8), "put", "-p", "photos", "a", "-").status())
        .isZero();
    assertThat(succeed("pool", "rm", "photos", "photos"))
        .contains("pool restore photos", "pool rm photos photos --now");
    assertThat(succeed("pool", "ls").lines()).containsExactly("rbd");
    assertThat(succeed("pool", "ls", "--removed")).contains("'photos' keeps its data until 20");
    assertThat(succeed("pool", "ls", "--removed", "-f", "json")).contains("restorable_until");
    assertThat(succeed("status")).contains("1 pool,", "removed pools:", "'photos'");
    assertThat(fail(1, "get", "-p", "photos", "a", "-")).contains("photos");
    succeed("pool", "create", "photos", "4");
    assertThat(fail(1, "pool", "restore", "photos")).contains("--as NEW");
    succeed("pool", "restore", "photos", "--as", "albums");
    assertThat(shell.run("get", "-p", "albums", "a", "-").out()).isEqualTo("kept");
    succeed("pool", "rm", "albums", "albums");
    succeed("pool", "restore", "albums");
    assertThat(shell.run("get", "-p", "albums", "a", "-").out()).isEqualTo("kept");
    succeed("pool", "rm", "albums", "albums");
    assertThat(fail(1, "pool", "rm", "albums", "--now")).contains("twice");
    succeed("pool", "rm", "albums", "albums", "--now");
    assertThat(fail(1, "pool", "restore", "albums")).contains("'albums'");
    succeed("pool", "rm", "photos", "photos", "--now");
    assertThat(succeed("pool", "ls", "--removed")).isEmpty();
    assertThat(succeed("pool", "ls").lines()).containsExactly("rbd");
  }

  @Test
  @Order(1)
  void theClusterLogAndMutes() throws Exception {
    succeed("osd", "set", "norecover");
    assertThat(succeed("health", "detail"))
        .contains("[WRN] OSDMAP_FLAGS")
        .contains("    -> clear it when")
        .contains("docs/health.md#osdmap_flags");
    assertThat(succeed("health", "mute", "osdmap_flags", "1h")).startsWith("OSDMAP_FLAGS is muted");
    assertThat(succeed("status")).contains("(muted: OSDMAP_FLAGS until ");
    assertThat(succeed("health", "detail")).contains("(muted) [WRN] OSDMAP_FLAGS");
    assertThat(succeed("health", "-f", "json")).contains("\"muted\" : true");
    assertThat(fail(2, "health", "mute", "OSDMAP_FLAG")).contains("did you mean OSDMAP_FLAGS?");
    assertThat(fail(2, "health", "mute", "OSD_DOWN", "soon")).contains("15m");
    assertThat(fail(1, "health", "mute", "MON_DOWN")).contains("--sticky");
    succeed("health", "unmute", "OSDMAP_FLAGS");
    assertThat(succeed("status")).doesNotContain("muted");
    succeed("osd", "unset", "norecover");

    assertThat(succeed("events", "--last", "4").lines()).hasSize(4);
    assertThat(succeed("events"))
        .contains("flag norecover set  [client.")
        .contains("OSDMAP_FLAGS is not muted any more");
    assertThat(succeed("events", "--pool", "rbd")).contains("pool 'rbd' created");
    assertThat(succeed("events", "--osd", "0", "--since", "1h")).contains("osd.0 came up at ");
    assertThat(succeed("events", "--since", "2999-01-01")).isEmpty();
    assertThat(fail(2, "events", "--since", "noon")).contains("10m");
    assertThat(fail(1, "events", "--pool", "none")).contains("'none'");
    JsonNode events = new JsonMapper().readTree(succeed("events", "--last", "9", "-f", "json"));
    assertThat(events.findValuesAsString("text")).contains("flag norecover cleared");
  }

  @Test
  @Order(4)
  void ratesAndRepeatedStatus() {
    assertThat(succeed("top", "-d", "1", "-n", "1"))
        .contains("reads/s", "POOL", "rbd", "OSD", "osd.0");
    assertThat(succeed("top", "-d", "1", "-n", "2", "-f", "json").lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"time\"") && line.contains("\"pool\":\"rbd\""));
    assertThat(succeed("status", "--watch", "1", "-n", "2").split("  cluster:", -1)).hasSize(3);
    assertThat(fail(2, "status", "-n", "2")).contains("--watch");
    assertThat(fail(2, "top", "-d", "0")).contains("1 to 3600");
  }

  @Test
  @Order(2)
  void objectsComeBackAsTheyWere() throws Exception {
    byte[] bytes = new byte[(5 << 20) + 17];
    new Random64(7).nextBytes(bytes);
    Path file = Files.write(temp.resolve("some file"), bytes);
    succeed("put", "big", file.toString());
    succeed("get", "big", temp.resolve("back").toString());
    assertThat(temp.resolve("back")).hasBinaryContent(bytes);
    assertThat(temp.resolve("back.part")).doesNotExist();
    Shell.Outcome streamed = shell.run("get", "big");
    assertThat(streamed.bytes()).isEqualTo(bytes);
    assertThat(succeed("stat", "big")).contains("rbd/big mtime ").contains("size " + bytes.length);
    succeed("rm", "big");
    assertThat(fail(1, "stat", "big")).contains("'big'").contains("no such object");
  }

  @ParameterizedTest
  @Order(3)
  @ValueSource(
      strings = {"a name with spaces", "a/b/../c", "ünïcödé 木 🌲", ".", "-dash", "new\nline"})
  void anyNameWillDo(String name) {
    byte[] text = ("text of " + name).getBytes(StandardCharsets.UTF_8);
    assertThat(shell.feed(text, "put", "--pool", "rbd", "--", name, "-").status()).isZero();
    assertThat(shell.run("get", "--", name).bytes()).isEqualTo(text);
    assertThat(succeed("ls", "-0").split("\0")).contains(name);
    assertThat(succeed("ls", "--raw")).contains(name);
    assertThat(shell.run("rm", "--", name).status()).isZero();
  }

  @Test
  @Order(3)
  void controlCharactersAreShownEscaped() {
    String name = "two\nlines\tand \u001b[31mred\u202e \\n";
    shell.feed(new byte[0], "put", "--", name, "-");
    String shown = "two\\nlines\\tand \\u001b[31mred\\u202e \\\\n";
    assertThat(succeed("ls")).isEqualTo(shown + "\n");
    assertThat(succeed("ls", "--raw")).isEqualTo(name + "\n");
    assertThat(succeed("stat", "--", name)).contains(shown);
    succeed("attr", "set", "--", name, "a\u001b", "v");
    assertThat(succeed("attr", "ls", "--", name)).isEqualTo("a\\u001b\n");
    succeed("omap", "set", "--", name, "k\n", "v");
    assertThat(succeed("omap", "ls", "--", name)).isEqualTo("k\\n\n");
    succeed("rm", "--", name);
    assertThat(fail(1, "stat", "--", name)).doesNotContain("\u001b").contains("\\u001b[31m");
  }

  @Test
  @Order(4)
  void emptyObjectIsAnObject() {
    assertThat(shell.feed(new byte[0], "put", "empty", "-").status()).isZero();
    assertThat(shell.run("get", "empty").bytes()).isEmpty();
    shell.feed("abc".getBytes(StandardCharsets.UTF_8), "append", "empty", "-");
    shell.feed("def".getBytes(StandardCharsets.UTF_8), "append", "empty", "-");
    assertThat(succeed("get", "empty")).isEqualTo("abcdef");
    assertThat(succeed("ls", "-f", "json")).isEqualToIgnoringWhitespace("[\"empty\"]");
    succeed("rm", "empty");
    assertThat(succeed("ls", "-f", "json")).isEqualToIgnoringWhitespace("[]");
  }

  @Test
  @Order(5)
  void attributesAndEntries() {
    succeed("attr", "set", "o", "color", "blue");
    succeed("attr", "set", "o", "size", "big");
    assertThat(succeed("attr", "get", "o", "color")).isEqualTo("blue\n");
    assertThat(succeed("attr", "ls", "o").lines()).containsExactly("color", "size");
    succeed("attr", "rm", "o", "size");
    assertThat(fail(1, "attr", "get", "o", "size")).contains("size");
    succeed("omap", "set", "o", "k2", "v2");
    succeed("omap", "set", "o", "k1", "v1");
    assertThat(succeed("omap", "ls", "o").lines()).containsExactly("k1", "k2");
    assertThat(succeed("omap", "get", "o", "k1", "-f", "json"))
        .isEqualToIgnoringWhitespace("{\"name\": \"k1\", \"value\": \"v1\"}");
    succeed("omap", "rm", "o", "k1", "k2");
    assertThat(fail(1, "omap", "get", "o", "k1")).contains("no key 'k1'");
    succeed("rm", "o");
  }

  @Test
  @Order(6)
  void theClusterAtAGlance() {
    assertThat(succeed("status"))
        .contains("  cluster:\n    id:     ")
        .contains("    mon: 3 daemons, quorum mon.0,mon.1,mon.2, leader mon.")
        .contains("    osd: 3 osds: 3 up, 3 in")
        .contains("    pools:   1 pool, 8 pgs");
    assertThat(succeed("status", "-f", "json")).contains("\"num_up_osds\" : 3");
    assertThat(succeed("health")).startsWith("HEALTH_");
    assertThat(succeed("mon", "stat")).contains("3 daemons, quorum mon.0,mon.1,mon.2");
    assertThat(succeed("osd", "tree").lines().toList())
        .element(0)
        .isEqualTo("ID  CLASS   WEIGHT  TYPE NAME       STATUS  REWEIGHT");
    assertThat(succeed("osd", "tree").lines())
        .contains(" 0         1.00000          osd.0       up   1.00000");
    assertThat(succeed("osd", "df")).contains("%USE");
    assertThat(succeed("osd", "ls").lines()).containsExactly("0", "1", "2");
  }

  @Test
  @Order(7)
  void placementGroups() {
    assertThat(succeed("pg", "ls").lines()).hasSize(9);
    assertThat(succeed("pg", "ls", "rbd")).contains("1.7");
    assertThat(succeed("pg", "map", "1.3"))
        .matches("(?s)osdmap e\\d+ pg 1.3 -> up \\[.*] acting \\[.*]\n");
    assertThat(succeed("osd", "map", "rbd", "foo")).contains("object 'foo' -> pg 1.7fc1f406 (1.6)");
    assertThat(succeed("pg", "query", "1.3")).contains("\"pgid\" : \"1.3\"");
    assertThat(fail(1, "pg", "map", "1.8")).contains("no placement group 1.8");
    assertThat(fail(1, "pg", "lost", "1.3", "revert")).contains("pg 1.3 has no lost object");
    assertThat(fail(1, "pg", "accept-loss", "1.3")).contains("neither lost nor incomplete");
    assertThat(fail(1, "osd", "lost", "0")).contains("--yes-i-really-mean-it");
    assertThat(fail(1, "osd", "lost", "0", "--yes-i-really-mean-it")).contains("osd.0 is up");
  }

  @Test
  @Order(8)
  void flagsAndWeights() {
    succeed("osd", "set", "noout");
    assertThat(succeed("health", "detail")).contains("noout");
    succeed("osd", "unset", "noout");
    succeed("osd", "reweight", "osd.1", "0.5");
    assertThat(succeed("osd", "tree")).contains("0.50000");
    succeed("osd", "reweight", "1", "1");
    succeed("osd", "out", "2");
    assertThat(succeed("osd", "tree", "-f", "json")).contains("\"reweight\" : 0.0");
    succeed("osd", "in", "2");
    assertThat(succeed("osd", "create", "7")).contains("7");
    assertThat(fail(1, "osd", "purge", "7")).contains("--yes-i-really-mean-it");
    succeed("osd", "purge", "7", "--yes-i-really-mean-it");
    assertThat(succeed("osd", "ls").lines()).containsExactly("0", "1", "2");
    for (String flag : Set.of("nobackfill", "norebalance", "noscrub", "nodeep-scrub")) {
      succeed("osd", "set", flag);
      assertThat(succeed("health", "detail")).contains(flag + " is set");
      assertThat(succeed("osd", "dump")).contains("\nflags " + flag + "\n");
      succeed("osd", "unset", flag);
    }
  }

  @Test
  @Order(8)
  void whatMayBeStopped() {
    awaitClean();
    assertThat(succeed("osd", "ok-to-stop", "1")).startsWith("ok to stop osd.1: ");
    Shell.Outcome two = shell.run("osd", "ok-to-stop", "0", "osd.1");
    assertThat(two.status()).isOne();
    assertThat(two.out()).startsWith("not ok to stop osd.0, osd.1:\n    pg 1.0 would have 1 of");
    assertThat(shell.run("osd", "ok-to-stop", "0", "1", "-f", "json").out())
        .contains("\"ok_to_stop\" : false", "\"num_not_ok_pgs\" : 8");
    assertThat(succeed("mon", "ok-to-stop", "mon.1")).startsWith("ok to stop mon.1: ");
    Shell.Outcome most = shell.run("mon", "ok-to-stop", "0", "1");
    assertThat(most.status()).isOne();
    assertThat(most.out()).startsWith("not ok to stop mon.0, mon.1: ").contains("2 are needed");
  }

  private void awaitClean() {
    String clean = "8 active+clean";
    Progress.await(clean, () -> succeed("status").contains(clean) ? 1 : 0, 1);
  }

  @Test
  @Order(8)
  void quotasOfPools() {
    assertThat(succeed("pool", "get-quota", "rbd"))
        .isEqualTo("max_objects: no limit\nmax_bytes: no limit\n");
    succeed("pool", "set-quota", "rbd", "max_bytes", "1G");
    succeed("pool", "set-quota", "rbd", "max_objects", "1000000");
    assertThat(succeed("pool", "get-quota", "rbd"))
        .isEqualTo("max_objects: 1000000\nmax_bytes: 1.0 GiB\n");
    assertThat(succeed("pool", "ls", "detail"))
        .contains("max_bytes 1073741824 max_objects 1000000");
    succeed("pool", "set-quota", "rbd", "max_bytes", "0");
    succeed("pool", "set-quota", "rbd", "max_objects", "0");
    assertThat(succeed("pool", "get-quota", "rbd", "-f", "json"))
        .contains("\"quota_max_bytes\" : 0");
  }

  @Test
  @Order(8)
  void fullRatiosAscend() {
    assertThat(succeed("osd", "set-full-ratio", "0.96")).isEqualTo("full ratio is 0.96\n");
    assertThat(succeed("osd", "dump"))
        .contains("\nnearfull_ratio 0.85\nbackfillfull_ratio 0.90\nfull_ratio 0.96\n");
    succeed("osd", "set-failsafe-ratio", "1");
    succeed("osd", "set-full-ratio", ".995");
    succeed("osd", "set-full-ratio", "0.95");
    succeed("osd", "set-failsafe-ratio", "0.97");
    succeed("osd", "set-nearfull-ratio", "0.8");
    succeed("osd", "set-backfillfull-ratio", "0.85");
  }

  @Test
  @Order(8)
  void spaceAndTheWholeMap() {
    assertThat(succeed("df")).contains("--- RAW STORAGE ---", "MAX AVAIL", "rbd");
    assertThat(succeed("df", "-f", "json")).contains("\"total_bytes\"", "\"max_avail\"");
    assertThat(succeed("osd", "dump"))
        .contains("\nfsid ", "pool 1 'rbd' replicated size 3", "\nmax_osd 3\nosd.0 up in weight 1");
    assertThat(succeed("osd", "dump", "-f", "json")).contains("\"up_from\"", "\"pool_name\"");
  }

  @Test
  @Order(9)
  void crushMapIsEdited() throws Exception {
    Path map = temp.resolve("map.txt");
    succeed("crush", "get", "-o", map.toString());
    assertThat(map).content().contains("item osd.1 weight 1.000");
    succeed("crush", "compile", map.toString());
    succeed("crush", "add-bucket", "rack1", "rack");
    succeed("crush", "move", "rack1", "root=default");
    succeed("crush", "reweight", "osd.1", "2.5");
    assertThat(succeed("crush", "get")).contains("rack rack1").contains("item osd.1 weight 2.500");
    succeed("crush", "rm", "rack1");
    succeed("crush", "rule", "create", "by-osd", "default", "osd");
    assertThat(succeed("crush", "rule", "ls").lines()).contains("replicated_rule", "by-osd");
    succeed("crush", "rule", "rm", "by-osd");
    assertThat(succeed("crush", "rule", "ls").lines()).containsExactly("replicated_rule");
    assertThat(fail(1, "crush", "rule", "rm", "replicated_rule")).contains("pool 'rbd'");
    succeed("crush", "set", "-i", map.toString());
    assertThat(succeed("crush", "get")).isEqualTo(Files.readString(map));
    Files.writeString(map, "device 0 osd.0\nnonsense\n");
    assertThat(fail(1, "crush", "set", "-i", map.toString())).contains("line 2, column 1");
  }

  @Test
  @Order(11)
  void osdsTellWhatTheyDid() throws Exception {
    shell.feed(new byte[10_000], "put", "counted", "-");
    assertThat(succeed("osd", "perf", "osd.1"))
        .startsWith("osd.1  process ")
        .contains("operations  reads ")
        .contains("written     data ")
        .contains("data_io     ")
        .contains("  write.replicas  ");
    JsonNode osds = new JsonMapper().readTree(succeed("osd", "perf", "-f", "json"));
    assertThat(osds.size()).isEqualTo(3);
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    for (JsonNode osd : osds) {
      assertThat(osd.at("/device_writes/data").asLong()).isGreaterThanOrEqualTo(10_000);
      assertThat(osd.at("/device_writes/flushes").asLong()).isPositive();
      assertThat(osd.at("/heap_used_bytes").asLong()).isPositive();
      String query =
          "io.pando:type=osd,daemon=osd.%d,name=pando.store.written,purpose=data,*"
              .formatted(osd.at("/osd").asInt());
      Set<ObjectName> stores = beans.queryNames(new ObjectName(query), null);
      assertThat(stores).isNotEmpty();
      double bytes = 0;
      for (ObjectName store : stores) {
        bytes += (Double) beans.getAttribute(store, "Count");
      }
      assertThat(bytes).isGreaterThanOrEqualTo(10_000);
    }
    succeed("rm", "counted");
  }

  @Test
  @Order(11)
  void daemonsAnswerOnTheirSockets() throws Exception {
    shell.feed(new byte[100], "put", "asked", "-");
    JsonMapper mapper = new JsonMapper();
    assertThat(mapper.readTree(succeed("daemon", "osd.1", "ops", "-f", "json")).isArray()).isTrue();
    assertThat(succeed("daemon", "osd.1", "slow-ops")).isEqualTo("none\n");
    assertThat(mapper.readTree(succeed("daemon", "mon.0", "version")).at("/daemon").asString())
        .isEqualTo("mon.0");
    JsonNode perf = mapper.readTree(succeed("daemon", "osd.0", "perf"));
    assertThat(perf.at("/pando.store.writes").path("shard=0").path("count").asLong()).isPositive();
    assertThat(succeed("daemon", "osd.0", "config")).contains("\"cacheBytes\"", "pando.yaml");
    Path socket = temp.resolve("cluster/run/sockets/osd.0");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-------");
    succeed("rm", "asked");
  }

  /** What is typed, the exit status, and what the complaint has to say. */
  @ParameterizedTest
  @Order(12)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ls -p nopool                | 1 | there is no pool 'nopool'
          put o /no/such/file         | 1 | /no/such/file: no such file
          get nothing                 | 1 | no such object
          frobnicate                  | 2 | frobnicate
          pool                        | 2 | Missing required subcommand
          osd                         | 2 | give a command, or --id N
          osd reweight 0 7            | 2 | from 0 to 1
          osd reweight x 1            | 2 | 'x' is not an OSD
          osd out 99                  | 1 | osd.99
          osd ok-to-stop 99           | 1 | osd.99 does not exist
          mon ok-to-stop 99           | 1 | mon.99 does not exist
          mon ok-to-stop x            | 2 | 'x' is not a monitor
          osd set-full-ratio 0.5      | 1 | nearfull < backfillfull < full
          osd set-full-ratio 95       | 2 | a number from 0 to 1
          pool set-quota rbd max_bytes much | 2 | a size such as 10G
          pool set-quota rbd max_objects 1G | 2 | max_objects is a number
          pool set-quota nowhere max_bytes 1 | 1 | 'nowhere'
          osd perf 99                 | 1 | osd.99 is not in the map
          daemon osd.99 ops           | 1 | osd.99 does not run on this machine
          daemon osd.0 nothing        | 1 | it knows [config, ops, perf, slow-ops, version]
          daemon mon.0 ops            | 1 | it knows [config, perf, version]
          daemon client.1 ops         | 2 | give osd.N or mon.N
          osd set nothing             | 2 | noout
          pg query 77                 | 2 | expected POOL.SEED
          pool create rbd             | 1 | rbd
          pool create x 99999999      | 1 | 65536
          pool get rbd sise           | 2 | did you mean 'size'
          pool set rbd size 99        | 1 | size
          crush add osd.0 heavy x=y   | 2 | a weight is a number
          crush move osd.0 planet=mars| 1 | planet
          crush compile /no/map       | 1 | /no/map: no such file
          crush test -i /no --num-rep 3 | 1 | /no: no such file
          osd --id 9                  | 1 | has no entry with id 9
          mon --id 0                  | 1 | is in use; stop what listens there
          """)
  void wrongInputIsNamed(String line, int status, String complaint) {
    Shell.Outcome outcome = shell.run(line.strip().split(" +"));
    assertThat(outcome.err()).contains(complaint).startsWith("pando: ");
    assertThat(outcome.err()).doesNotContain("\tat ").doesNotContain("internal error");
    assertThat(outcome.status()).isEqualTo(status);
  }

  private String succeed(String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.err()).doesNotContain("pando: ");
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }

  private String fail(int status, String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.err()).startsWith("pando: ").doesNotContain("\tat ");
    return outcome.err();
  }
}
