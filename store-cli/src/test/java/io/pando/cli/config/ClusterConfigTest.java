package io.pando.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.machine.CoreSet;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreKind;
import io.pando.disk.device.DataIo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterConfigTest {
  private static final Path FILE = Path.of("/srv/pando/pando.yaml");
  private static final String ID = "6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11";
  private static final String GOOD =
      """
      cluster: %s
      monitors:
        - {id: 0, host: 127.0.0.1, port: 6789, raft_port: 6790}
        - {id: 1, host: 127.0.0.1, port: 6791, raft_port: 6792}
        - {id: 2, host: 127.0.0.2, port: 6789, raft_port: 6790}
      osds:
        - {id: 0, log: /fast/osd.0, device: /dev/sdb, loop_cores: "0-1,4", storage_cores: 2}
        - {id: 3, host: 127.0.0.2, port: 7000, data: /disks/b, location: [root=default, host=b]}
      osd:
        shards: 3
        capacity: 1.5GiB
        store: raw
        stripe: 32KiB
        log_unit: 4KiB
        io: plain
      monitor: {down_out_seconds: 60}
      log: {max_size: 1MiB, keep: 2, format: json, level: debug}
      """
          .formatted(ID);

  @Test
  void readsWhatStandsThere() throws ConfigException {
    ClusterConfig config = ClusterConfig.parse(FILE, GOOD);
    assertThat(config.cluster().value()).hasToString(ID);
    assertThat(config.monitors())
        .containsExactly(
            new MonitorEntry(0, "127.0.0.1", 6789, 6790, Path.of("/srv/pando/mon.0")),
            new MonitorEntry(1, "127.0.0.1", 6791, 6792, Path.of("/srv/pando/mon.1")),
            new MonitorEntry(2, "127.0.0.2", 6789, 6790, Path.of("/srv/pando/mon.2")));
    assertThat(config.osds())
        .containsExactly(
            new OsdEntry(
                0,
                "127.0.0.1",
                0,
                new OsdEntry.Places(
                    Path.of("/srv/pando/osd.0"), Path.of("/dev/sdb"), Path.of("/fast/osd.0")),
                List.of(),
                new OsdCores(
                    new CoreSet(new TreeSet<>(List.of(0, 1, 4))),
                    new CoreSet(new TreeSet<>(List.of(2))))),
            new OsdEntry(
                3,
                "127.0.0.2",
                7000,
                new OsdEntry.Places(Path.of("/disks/b"), null, null),
                List.of("root=default", "host=b"),
                OsdCores.ANY));
    assertThat(config.settings().osd().computing().shards()).isEqualTo(3);
    assertThat(config.settings().osd().storage().capacityBytes()).isEqualTo(3L << 29);
    assertThat(config.settings().osd().storage().kind()).isEqualTo(StoreKind.RAW);
    assertThat(config.settings().osd().storage().stripeBytes()).isEqualTo(32 << 10);
    assertThat(config.settings().osd().storage().logUnitBytes()).isEqualTo(4 << 10);
    assertThat(config.settings().osd().storage().io()).isEqualTo(DataIo.PLAIN);
    assertThat(config.settings().monitor().downOutSeconds()).isEqualTo(60);
    assertThat(config.settings().log())
        .isEqualTo(new LogSettings(1 << 20, 2, LogSettings.Format.JSON, true));
    assertThat(config.settings().client().timeoutSeconds()).isEqualTo(30);
    assertThat(config.settings().network().carrier()).isEqualTo("auto");
  }

  /** A line that is replaced in the good file, what by, and what the complaint has to say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shards: 3         | shard: 3       | osd.shard: unknown key; did you mean 'shards'? Keys here
          shards: 3         | colour: red    | osd.colour: unknown key. Keys here: shards, erasure_kernel, store
          shards: 3         | shards: many   | osd.shards: must be a whole number, is 'many'
          shards: 3         | shards: 65     | osd.shards: must be from 1 to 64, is 65
          shards: 3         | shards: [1]    | osd.shards: must be a whole number, is a list
          capacity: 1.5GiB  | capacity: lots | osd.capacity: must be a size such as 10GiB
          capacity: 1.5GiB  | capacity: 1KiB | osd.capacity: must be at least 64.0 MiB
          store: raw        | store: kw      | line 12: osd.store: must be raw, kv or file, is 'kw'
          store: raw        | store: kv      \
          | line 7: osds[0].device: only a raw store has a device of its own, but osd.store is kv: remove 'device'
          store: raw        | repair_by: luck | osd.repair_by: must be index, tree or scan, is 'luck'
          log_unit: 4KiB    | stripe: 4KiB | is not valid YAML: Duplicate
          log_unit: 4KiB    | log_unit: 8KiB | osd.log_unit: must be 512B, 1KiB, 2KiB or 4KiB, is 8
          log_unit: 4KiB    | log_unit: 3KiB | osd.log_unit: must be 512B
          log_unit: 4KiB    | log_unit: 5    | osd.log_unit
          io: plain         | io: fast       | osd.io: must be auto, uring or plain
          stripe: 32KiB     | stripe: 6KiB   | osd.stripe: must be a multiple of 4KiB
          stripe: 32KiB     | stripe: 32MiB  | osd.stripe: must be a multiple of 4KiB and at most 16
          port: 6791        | prt: 6791      | monitors[1].prt: unknown key; did you mean 'port'?
          port: 6791        | port: 0        | monitors[1].port: must be from 1 to 65535
          port: 6791        | port: 6792     | monitors[1].raft_port: must differ from port
          {id: 2, host: 127.0.0.2, port: 6789, raft_port: 6790} \
          | {id: 2, host: 127.0.0.1, port: 6791, raft_port: 1} \
          | monitors[2].port: is 6791 on 127.0.0.1, as monitors[1].port: choose another port
          host: 127.0.0.2, port: 6789, raft_port: 6790 | host: 127.0.0.1, port: 1, raft_port: 6789 \
          | monitors[2].raft_port: is 6789 on 127.0.0.1, as monitors[0].port
          port: 7000        | port: 6790     | osds[1].port: is 6790 on 127.0.0.2, as monitors[2].raft_port
          max_size: 1MiB    | max_size: 1KiB | log.max_size: must be at least 64.0 KiB
          keep: 2           | keep: 0        | log.keep: must be from 1 to 20, is 0
          id: 1             | id: 0          | monitors[1].id: another monitor has id 0
          id: 3             | id: 0          | osds[1].id: another OSD has id 0
          host=b            | b              | osds[1].location: must be pairs such as host=node1
          "0-1,4"           | "4-1"          | osds[0].loop_cores: must be cores such as 0-3,8, is '4-1'
          storage_cores: 2  | storage_cores: all | osds[0].storage_cores: must be cores such as 0-3,8
          monitors:         | montors:       | line 2: montors: unknown key; did you mean 'monitors'?
          monitor: {        | monitr: {      | monitr: unknown key; did you mean 'monitor'? Keys here: data, run
          monitor: {        | monitor: {x: 1, | line 16: monitor.x: unknown key
          log: {            | log: {x: 1,    | log.x: unknown key
          log: {            | client: {x: 1,  | client.x: unknown key
          log: {            | network: {x: 1, | network.x: unknown key
          loop_cores: "0-1,4" | x: 1         | line 7: osds[0].x: unknown key
          port: 6791,       | ''             | line 4: monitors[1].port: is missing
          cluster:          | cluster: x     | cluster: must be a UUID
          osd:              | osd: 5         | is not valid YAML
          shards: 3         | grace_ms: 900  | osd.grace_ms: must be at least twice heartbeat_ms
          shards: 3         | lease_ms: 900  | osd.lease_ms: must be at least twice heartbeat_ms
          monitor: {        | monitor: 5 #   | monitor: must be a mapping, is '5'
          """)
  void saysWhatIsWrongAndWhere(String line, String instead, String complaint) {
    String text = GOOD.replace(line, instead);
    assertThat(text).isNotEqualTo(GOOD);
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(FILE + ": ")
        .hasMessageContaining(complaint);
  }

  /** Another kind of store would ignore it. */
  @ParameterizedTest
  @ValueSource(strings = {"kv", "file"})
  void aLogOfItsOwnIsForRawStores(String kind) {
    String text = GOOD.replace("store: raw", "store: " + kind).replace(" device: /dev/sdb,", "");
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, text))
        .hasMessage(
            FILE
                + ": line 7: osds[0].log: only a raw store has a log of its own, but osd.store is "
                + kind
                + ": remove 'log', or choose raw stores for a new cluster");
  }

  @Test
  void theCapacityIsThatOfTheDeviceUnlessItIsSet() throws ConfigException {
    ClusterConfig unsaid = ClusterConfig.parse(FILE, GOOD.replace("capacity: 1.5GiB", ""));
    assertThat(unsaid.settings().osd().storage().capacityBytes(true)).isZero();
    assertThat(unsaid.settings().osd().storage().capacityBytes(false)).isEqualTo(100L << 30);
  }

  @Test
  void anEvenNumberOfMonitorsIsAllowedWhileTheyComeAndGo() throws ConfigException {
    String two = GOOD.replaceFirst("(?m)^ *- \\{id: 2.*\\R", "");
    assertThat(ClusterConfig.parse(FILE, two).monitors()).hasSize(2);
  }

  @Test
  void clusterMustBeAnIdentity() {
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, GOOD.replace(ID, "mine")))
        .hasMessageContaining("cluster: must be a UUID, is 'mine'");
  }

  @Test
  void emptyFileIsNoMapping() {
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, ""))
        .hasMessageContaining("expected a mapping of keys to values");
  }

  @Test
  void unknownDaemonIsNamedWithThoseThatThereAre() throws ConfigException {
    ClusterConfig config = ClusterConfig.parse(FILE, GOOD);
    assertThat(config.osdNumbered(3).port()).isEqualTo(7000);
    assertThatThrownBy(() -> config.osdNumbered(1)).hasMessageContaining("there are [0, 3]");
    assertThatThrownBy(() -> config.monitorNumbered(3)).hasMessageContaining("there are [0, 1, 2]");
  }

  @Test
  void whatIsWrittenForANewClusterCanBeRead() throws ConfigException {
    UUID id = UUID.fromString(ID);
    String text =
        ConfigText.of(
            id,
            List.of(
                new ConfigText.Ports(1, 2), new ConfigText.Ports(3, 4), new ConfigText.Ports(5, 6)),
            new ConfigText.Osds(3, 2, Path.of("/fast")),
            2);
    ClusterConfig config = ClusterConfig.parse(FILE, text);
    assertThat(config.osds())
        .extracting(entry -> entry.location().getLast())
        .containsExactly("host=node0", "host=node0", "host=node1");
    assertThat(config.cluster().value()).isEqualTo(id);
    assertThat(config.monitors()).hasSize(3);
    assertThat(config.osds()).extracting(OsdEntry::id).containsExactly(0, 1, 2);
    assertThat(config.osdNumbered(2).places().log()).isEqualTo(Path.of("/fast/osd.2"));
    assertThat(config.metadataServers()).extracting(MdsEntry::id).containsExactly(0, 1);
    assertThat(config.mdsNumbered(1)).isEqualTo(new MdsEntry(1, "127.0.0.1", 0, ""));
  }

  @Test
  void metadataServersAreRead() {
    String servers =
        GOOD + "metadata_servers:\n  - {id: 4, host: 10.0.0.9, port: 6900, prefers: photos}\n";
    ClusterConfig config = ClusterConfig.parse(FILE, servers);
    assertThat(config.metadataServers())
        .containsExactly(new MdsEntry(4, "10.0.0.9", 6900, "photos"));
    assertThat(config.hosts()).contains("10.0.0.9");
    assertThat(config.onHost("10.0.0.9").metadataServers()).hasSize(1);
    assertThatThrownBy(() -> config.mdsNumbered(0)).hasMessageContaining("there are [4]");
    assertThatThrownBy(
            () -> ClusterConfig.parse(FILE, servers.replace("{id: 4", "{id: 4}\n  - {id: 4")))
        .hasMessageContaining("another metadata server has id 4");
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, servers.replace("prefers", "rank")))
        .hasMessageContaining("rank");
  }

  @Test
  void isFoundByOptionThenVariableThenLastCluster(@TempDir Path home) throws Exception {
    Path pointer = home.resolve("a/last");
    ConfigLocation bare = new ConfigLocation(pointer, null);
    assertThatThrownBy(() -> bare.find(null)).hasMessageContaining("pando up");
    bare.remember(home.resolve("x/pando.yaml"));
    assertThat(bare.find(null)).isEqualTo(home.resolve("x/pando.yaml"));
    ConfigLocation withVariable = new ConfigLocation(pointer, "/v.yaml");
    assertThat(withVariable.find(null)).isEqualTo(Path.of("/v.yaml"));
    assertThat(withVariable.find(Path.of("/o.yaml"))).isEqualTo(Path.of("/o.yaml"));
    assertThatThrownBy(() -> ClusterConfig.read(home.resolve("x/pando.yaml")))
        .hasMessageContaining("no such file");
    Files.createDirectories(home.resolve("x"));
    Files.writeString(home.resolve("x/pando.yaml"), GOOD);
    assertThat(ClusterConfig.read(home.resolve("x/pando.yaml")).osds()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 B",
    "1023,1023 B",
    "1024,1.0 KiB",
    "1536,1.5 KiB",
    "1048576,1.0 MiB",
    "107374182400,100 GiB"
  })
  void sizesReadBack(long bytes, String text) {
    assertThat(ByteSize.format(bytes)).isEqualTo(text);
    assertThat(ByteSize.parse(text)).contains(bytes);
    assertThat(ByteSize.parse(text + "x")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"30m, 30", "7d, 10080", "0, 0", "0s, 0"})
  void removedPoolsAreKeptForAWhile(String text, long minutes) throws ConfigException {
    assertThat(grace(text)).hasMinutes(minutes);
  }

  @Test
  void removedPoolsAreKeptForAnHourUnlessSomethingElseIsSaid() throws ConfigException {
    assertThat(ClusterConfig.parse(FILE, GOOD).settings().osd().removedPoolGrace()).hasHours(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"never", "-1", "5", "366d"})
  void aGraceOfRemovedPoolsIsATime(String text) {
    assertThatThrownBy(() -> grace(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("osd.removed_pool_grace")
        .hasMessageContaining("30m");
  }

  private static Duration grace(String text) throws ConfigException {
    String changed = GOOD.replace("shards: 3", "shards: 3\n  removed_pool_grace: " + text);
    return ClusterConfig.parse(FILE, changed).settings().osd().removedPoolGrace();
  }

  @ParameterizedTest
  @CsvSource({"auto, AUTO", "isal, ISAL", "vector, VECTOR", "plain, PLAIN"})
  void aKernelOfErasureCodesIsChosen(String text, OsdSettings.Kernel kernel) {
    String changed = GOOD.replace("shards: 3", "shards: 3\n  erasure_kernel: " + text);
    assertThat(ClusterConfig.parse(FILE, changed).settings().osd().computing().kernel())
        .isEqualTo(kernel);
    assertThat(kernel.label()).isEqualTo(text);
  }

  @Test
  void unknownKernelsAreRefused() {
    String changed = GOOD.replace("shards: 3", "shards: 3\n  erasure_kernel: fast");
    assertThatThrownBy(() -> ClusterConfig.parse(FILE, changed))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("osd.erasure_kernel")
        .hasMessageContaining("auto, isal, vector or plain");
  }
}
