package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Commands on fences and file systems, against a cluster of three OSDs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionsAndFilesTest {
  private @Nullable TestCluster cluster;
  private @Nullable ClusterConfig config;
  private Shell shell = new Shell(Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path folder) throws Exception {
    ClusterConfig layout = TestCluster.layOut(folder.resolve("cluster"));
    config = layout;
    cluster = TestCluster.start(layout);
    cluster.createPool("p", 2);
    shell = new Shell(folder, "-c", layout.file().toString());
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

  private Cluster connect() {
    return CommandContext.connect(Objects.requireNonNull(config));
  }

  @Test
  void aFencedClientOpensAnotherSession() {
    byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
    String name;
    try (Cluster client = connect()) {
      client.pool("p").writeFull("o", bytes);
      name = "client." + Long.toUnsignedString(client.session());
      assertThat(succeed("fence", "add", name, "--for", "10m", "--reason", "host is gone"))
          .contains(name + " is fenced until", "(host is gone)");
      assertThatThrownBy(() -> client.pool("p").writeFull("o", bytes))
          .isInstanceOf(PandoException.Fenced.class)
          .hasMessageContaining("connect again to open a new session");
      assertThatThrownBy(() -> client.pool("p").read("o"))
          .isInstanceOf(PandoException.Fenced.class);
    }
    try (Cluster client = connect()) {
      client.pool("p").writeFull("o", bytes);
    }
    assertThat(succeed("fence", "ls")).contains(name, "host is gone");
    assertThat(succeed("osd", "dump")).contains("fence " + name + " until");
    assertThat(succeed("events")).contains(name + " is fenced until");
    assertThat(succeed("fence", "rm", name)).contains("the fence of " + name + " ended");
    assertThat(succeed("fence", "ls")).doesNotContain(name);
  }

  @Test
  void whatIsNoSessionIsRefused() {
    assertThat(fail(2, "fence", "add", "host7")).contains("'host7' is not a session");
    assertThat(fail(2, "fence", "add", "99999999999999999999")).contains("is not a session");
    assertThat(fail(2, "fence", "add", "7", "--for", "soon")).contains("not 'soon'");
    assertThat(fail(1, "fence", "add", "0")).contains("0 is not the number of a session");
  }

  @Test
  void fileSystemsComeAndGo() {
    for (String pool : new String[] {"meta", "data", "more"}) {
      succeed("pool", "create", pool, "1");
    }
    assertThat(succeed("fs", "create", "files", "meta", "data"))
        .contains("made file system 'files'");
    assertThat(succeed("fs", "ls")).contains("files", "meta", "data");
    assertThat(succeed("fs", "status", "files")).contains("empty", "standbys: none");
    assertThat(succeed("health", "detail")).contains("MDS_ALL_DOWN", "MDS_INSUFFICIENT_STANDBY");
    assertThat(fail(1, "pool", "rm", "data", "data")).contains("fs rm files files");
    succeed("fs", "add-data-pool", "files", "more");
    assertThat(succeed("fs", "ls")).contains("data,more");
    succeed("fs", "rm-data-pool", "files", "more");
    succeed("fs", "set", "files", "joinable", "false");
    assertThat(fail(1, "fs", "set", "files", "joinable", "maybe")).contains("true or false");
    assertThat(fail(1, "fs", "status", "none")).contains("file system 'none' does not exist");
    assertThat(fail(1, "mds", "fail", "mds.1")).contains("no metadata server mds.1 runs");
    assertThat(fail(2, "mds", "fail", "a")).contains("is not a metadata server");
    assertThat(fail(1, "fs", "rm", "files")).contains("second time to confirm");
    succeed("fs", "rm", "files", "files");
    succeed("pool", "rm", "data", "data");
  }
}
