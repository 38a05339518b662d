package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.random.Random64;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands on profiles and erasure-coded pools, against a cluster of three OSDs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErasureCommandsTest {
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path folder) throws Exception {
    ClusterConfig config = TestCluster.layOut(folder.resolve("cluster"));
    cluster = TestCluster.start(config);
    shell = new Shell(folder, "-c", config.file().toString());
    succeed("profile", "set", "disks", "k=2", "m=1", "crush-failure-domain=osd");
    succeed("pool", "create", "coded", "4", "--erasure", "disks");
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  private String succeed(String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }

  private String fail(int status, String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
    return outcome.err();
  }

  private JsonNode json(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "-f";
    all[arguments.length + 1] = "json";
    return JsonMapper.shared().readTree(succeed(all));
  }

  @Test
  void profilesComeAndGo() {
    assertThat(succeed("profile", "set", "p", "k=8", "m=3", "technique=cauchy"))
        .contains("set profile 'p'");
    assertThat(succeed("profile", "get", "p").lines())
        .containsExactly(
            "plugin=isa",
            "technique=cauchy",
            "k=8",
            "m=3",
            "stripe_unit=16384",
            "crush-root=default",
            "crush-failure-domain=host");
    assertThat(json("profile", "get", "p").get("k").asString()).isEqualTo("8");
    assertThat(succeed("profile", "ls"))
        .contains("PROFILE", "isa cauchy 8+3", "11", "1.38x", "16.0 KiB", "coded");
    assertThat(json("profile", "ls").get(0).get("pools").get(0).asString()).isEqualTo("coded");
    succeed("profile", "set", "p", "k=4", "m=2", "l=3");
    assertThat(succeed("profile", "get", "p").lines()).contains("plugin=lrc", "l=3");
    assertThat(succeed("profile", "rm", "p")).contains("profile 'p' removed");
    assertThat(fail(1, "profile", "get", "p")).contains("the profiles are [disks]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          profile set p k=4                                    | 2 | a profile needs k and m
          profile set p k=4 m=2 w=8                            | 2 | a profile has no setting 'w'
          profile set p k=1 m=2                                | 1 | choose k within that range
          profile set p k=4 m=2 stripe_unit=5K                 | 1 | choose a multiple of 4096
          profile set disks k=2 m=2                            | 1 | is in use by pool 'coded'
          profile rm disks                                     | 1 | is in use by pool 'coded'
          pool create x --erasure nope                         | 1 | there is no profile 'nope' (there are: disks)
          pool create x --erasure 4+2                          | 1 | need 6 failure domains of type host
          pool create x --erasure disks --size 3               | 2 | --size is for pools of replicas
          pool create x --erasure disks --replication chain    | 2 | --replication chain is for pools of replicas
          pool create x --erasure disks --min-size 1           | 1 | choose 2 to 3, usually 2
          pool create x --erasure disks --rule replicated_rule | 1 | is not for erasure-coded pools
          pool set coded size 4                                | 1 | copy the objects
          pool set coded k 4                                   | 1 | copy the objects
          pool set coded min_size 1                            | 1 | choose 2 to 3, usually 2
          pool set coded replication splay                     | 1 | its replication stays primary
          pool set coded crush_rule replicated_rule            | 1 | is not for erasure-coded pools
          omap set -p coded o key value                        | 1 | keep maps in a pool of replicas
          omap get -p coded o key                              | 1 | keep maps in a pool of replicas
          omap ls -p coded o                                   | 1 | keep maps in a pool of replicas
          """)
  void whatIsRefusedNamesTheWayOut(String command, int status, String why) {
    assertThat(fail(status, command.split(" "))).contains(why);
  }

  @Test
  void poolsShowTheirCode() {
    assertThat(succeed("pool", "ls", "detail"))
        .contains(
            "'coded' erasure isa reed_sol_van 2+1 profile disks stripe_unit 16384 space 1.50x"
                + " size 3 min_size 2 crush_rule disks pg_num 4");
    assertThat(succeed("pool", "get", "coded", "erasure"))
        .isEqualTo("erasure: isa reed_sol_van 2+1\n");
    assertThat(succeed("pool", "get", "coded", "space_factor")).isEqualTo("space_factor: 1.5\n");
    JsonNode pool = json("pool", "ls").get(0);
    assertThat(pool.get("erasure_code_profile").asString()).isEqualTo("disks");
    assertThat(pool.get("stripe_unit").asInt()).isEqualTo(16_384);
    assertThat(succeed("osd", "dump")).contains("profile disks plugin=isa technique=reed_sol_van");
    assertThat(json("osd", "dump").get("erasure_code_profiles").get(0).get("profile").asString())
        .isEqualTo("disks");
    assertThat(succeed("crush", "rule", "ls").lines()).contains("disks");
    assertThat(succeed("crush", "get")).contains("step choose indep 0 type osd");
  }

  @Test
  void placementShowsPositionsAndHoles() {
    JsonNode up = json("osd", "map", "coded", "o").get("up");
    assertThat(up).hasSize(3);
    List<String> numbers = new ArrayList<>();
    up.forEach(osd -> numbers.add(osd.asString()));
    String group = json("osd", "map", "coded", "o").get("pgid").asString();
    succeed("osd", "set", "noup");
    try {
      succeed("osd", "down", numbers.get(1));
      String hole = "up [%s,NONE,%s] acting".formatted(numbers.get(0), numbers.get(2));
      assertThat(succeed("osd", "map", "coded", "o")).contains(hole);
      assertThat(succeed("pg", "map", group)).contains(hole);
      JsonNode now = json("pg", "map", group).get("acting");
      assertThat(now.get(0)).isEqualTo(up.get(0));
      assertThat(now.get(1).isNull()).isTrue();
      assertThat(now.get(2)).isEqualTo(up.get(2));
    } finally {
      succeed("osd", "unset", "noup");
    }
  }

  @Test
  void anObjectIsStoredAndFetched() {
    byte[] bytes = new byte[100_000];
    new Random64(1).nextBytes(bytes);
    assertThat(shell.feed(bytes, "put", "-p", "coded", "stored", "-").err()).isEmpty();
    assertThat(shell.run("get", "-p", "coded", "stored", "-").bytes()).isEqualTo(bytes);
    assertThat(succeed("stat", "-p", "coded", "stored")).contains("100000");
    assertThat(succeed("ls", "-p", "coded").lines()).contains("stored");
    succeed("rm", "-p", "coded", "stored");
  }
}
