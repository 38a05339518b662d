package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void writesTheConfigurationOfSeveralHosts() {
    Path file = temp.resolve("new/pando.yaml");
    Shell.Outcome outcome = init("--mon a,b,c --osd a,b,b,10.0.0.4 --port 700", file);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .contains("pando up --detach -c " + file + " --host a\n")
        .contains("--host 10.0.0.4\n");
    ClusterConfig config = ClusterConfig.read(file);
    assertThat(config.monitors().stream().map(MonitorEntry::host)).containsExactly("a", "b", "c");
    assertThat(config.monitors()).allMatch(it -> it.port() == 700 && it.raftPort() == 701);
    assertThat(config.osds().stream().map(OsdEntry::host))
        .containsExactly("a", "b", "b", "10.0.0.4");
    assertThat(config.osds().getLast().location())
        .isEqualTo(List.of("root=default", "host=10.0.0.4"));
    assertThat(config.onHost("b").monitors()).containsExactly(config.monitors().get(1));
    assertThat(config.onHost("b").osds()).isEqualTo(config.osds().subList(1, 3));
    assertThat(init("--mon a --osd a", file).err()).contains("already exists");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --mon a,b --osd a              | must name an odd number of hosts, names 2
          --mon a,a,b --osd a            | names a host twice
          --mon a --osd a/b              | --osd must be IPv4 addresses or names of hosts, is 'a/b'
          --mon a:6789 --osd a           | --mon must be IPv4 addresses
          --mon a --osd a --port 65535   | --port must be 1 to 65534
          --osd a                        | Missing required option: '--mon=HOST
          """)
  void refusesWhatIsNoCluster(String options, String complaint) {
    Path file = temp.resolve("pando.yaml");
    Shell.Outcome outcome = init(options, file);
    assertThat(outcome.err()).contains(complaint);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(file).doesNotExist();
  }

  @Test
  void aHostMustBeOneOfTheConfiguration() {
    Path file = temp.resolve("pando.yaml");
    init("--mon a --osd a,b", file);
    Shell.Outcome unknown = new Shell(temp).run("up", "-c", file.toString(), "--host", "c");
    assertThat(unknown.err()).contains("no daemon on host 'c'; its hosts are a, b");
    assertThat(unknown.status()).isEqualTo(1);
    Shell.Outcome elsewhere = new Shell(temp).run("up", "--host", "-c", file.toString());
    assertThat(elsewhere.err()).contains("no host of " + file + " is this machine (a, b)");
    Shell.Outcome nothing = new Shell(temp).run("up", "--host", "a");
    assertThat(nothing.err()).contains("name it with -c FILE").contains("pando init");
    assertThat(nothing.status()).isEqualTo(2);
  }

  private Shell.Outcome init(String options, Path file) {
    String line = "init " + options + " -o " + file;
    return new Shell(temp).run(line.split(" "));
  }
}
