package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cli.FragmentDisks.Block;
import io.pando.cli.FragmentDisks.Place;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.random.Random64;
import io.pando.store.ObjectView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fragments of an erasure-coded pool of 4+2 whose bytes are changed on disks: what two positions
 * have lost of a stripe is computed and repaired, even if all have lost something, what three have
 * lost of one is reported, and no read gives wrong bytes. One test from beginning to end, since
 * starting a cluster takes long.
 */
class DamagedFragmentsTest {
  private static final String POOL = "coded";
  private static final int OBJECTS = Integer.getInteger("pando.fragments.objects", 50);
  private static final int GROUPS = 8;
  private static final int OSDS = 6;
  private static final int K = 4;
  private static final int POSITIONS = 6;
  private static final int UNIT = 16 << 10;
  private static final int BLOCKS_OF_A_UNIT = UNIT / FragmentDisks.BLOCK;

  @TempDir private Path folder = Path.of("");

  private final Random64 random = new Random64(47);
  private final SortedMap<String, byte[]> objects = new TreeMap<>();

  /** What the parts of the test share. */
  private record Running(TestCluster cluster, Shell shell, Pool pool, FragmentDisks disks) {
    String group(int number) {
      return pool.id().value() + "." + Integer.toHexString(number);
    }
  }

  @Test
  void noReadGivesWrongBytesAndWhatCanBeRepairedIs() throws Exception {
    ClusterConfig config = layOut();
    try (TestCluster cluster = TestCluster.start(config)) {
      Shell shell = new Shell(folder, "-c", config.file().toString());
      succeed(shell, "profile", "set", "disks", "k=4", "m=2", "crush-failure-domain=osd");
      cluster.client().admin().change(new Change.CreateErasurePool(POOL, GROUPS, "disks"));
      Pool pool = cluster.pool(POOL).withTimeout(Duration.ofSeconds(30));
      Running here =
          new Running(
              cluster,
              shell,
              pool,
              new FragmentDisks(config, cluster.client().admin().map(), pool.id()));
      write(pool);
      loseTwoOfEachObject(here);
      loseOneOfEachFragment(here);
      putOlderAndOtherFragments(here);
      loseThreeOfSomeObjects(here);
      stop(here);
      assertThat(here.disks().faults()).isZero();
      start(here);
      checkAll(pool);
    }
  }

  private ClusterConfig layOut() throws Exception {
    Path file = NewCluster.write(folder.resolve("cluster"), 1, OSDS, 0);
    Files.writeString(
        file,
        "osd: {capacity: 256MiB, scrub_every: never, deep_scrub_every: never,"
            + " repair_every: never}\n",
        StandardOpenOption.APPEND);
    return ClusterConfig.read(file);
  }

  private static String succeed(Shell shell, String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.status()).as(outcome.err() + outcome.out()).isZero();
    return outcome.out();
  }

  // Objects

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Objects of one byte to 300 KiB, some of which are overwritten in part. */
  private void write(Pool pool) {
    for (int i = 0; i < OBJECTS; i++) {
      String name = "o" + i;
      byte[] bytes = bytes(i == 0 ? 1 : 1 + random.nextInt(i % 2 == 0 ? 300 << 10 : 20_000));
      pool.writeFull(name, bytes);
      objects.put(name, bytes);
      if (random.oneIn(3)) {
        overwrite(pool, name);
      }
    }
  }

  private void overwrite(Pool pool, String name) {
    byte[] bytes = bytesOf(name).clone();
    int from = random.nextInt(bytes.length);
    byte[] part = bytes(1 + random.nextInt(Math.min(20_000, bytes.length - from)));
    pool.write(name, from, part);
    System.arraycopy(part, 0, bytes, from, part.length);
    objects.put(name, bytes);
  }

  private byte[] bytesOf(String name) {
    return Objects.requireNonNull(objects.get(name));
  }

  private void checkAll(Pool pool) {
    objects.forEach((name, bytes) ->
        assertThat(Arrays.equals(pool.read(name).toByteArray(), bytes)).as(name).isTrue());
  }

  // The cluster

  private static void stop(Running here) throws Exception {
    for (int osd = 0; osd < OSDS; osd++) {
      here.cluster().daemons().stopOsd(osd);
    }
  }

  private static void start(Running here) throws Exception {
    for (int osd = 0; osd < OSDS; osd++) {
      here.cluster().daemons().startOsd(osd);
    }
    Progress.awaitClean(here.cluster().client(), OSDS);
  }

  private static void scrubAndRepairAll(Running here) {
    for (int group = 0; group < GROUPS; group++) {
      succeed(here.shell(), "pg", "deep-scrub", here.group(group), "--wait");
    }
  }

  /** All fragments of some objects. */
  private static List<Place> places(Iterable<String> names) {
    List<Place> places = new ArrayList<>();
    for (String name : names) {
      for (int position = 0; position < POSITIONS; position++) {
        places.add(new Place(name, position));
      }
    }
    return places;
  }

  private static int size(Map<Place, ObjectView> all, Place place) {
    return (int) Objects.requireNonNull(all.get(place)).size();
  }

  /** As many positions of an object as are to lose a block, all in the same row of blocks. */
  private List<Block> choose(Map<Place, ObjectView> all, String name, int count) {
    int rows = size(all, new Place(name, K)) / FragmentDisks.BLOCK;
    int row = rows == 0 ? 0 : random.nextInt(rows);
    List<Block> blocks = new ArrayList<>();
    for (int position = 0; position < POSITIONS; position++) {
      Place place = new Place(name, position);
      if (size(all, place) > row * FragmentDisks.BLOCK) {
        blocks.add(new Block(place, row));
      }
    }
    while (blocks.size() > count) {
      blocks.remove(random.nextInt(blocks.size()));
    }
    assertThat(blocks).hasSize(count);
    return blocks;
  }

  // What happens to fragments

  private void loseTwoOfEachObject(Running here) throws Exception {
    stop(here);
    Map<Place, ObjectView> all = here.disks().read(places(objects.keySet()));
    List<Block> blocks = new ArrayList<>();
    objects.keySet().forEach(name -> blocks.addAll(choose(all, name, 2)));
    here.disks().spoil(blocks, all);
    assertThat(here.disks().faults()).isGreaterThanOrEqualTo(blocks.size());
    start(here);
    checkAll(here.pool());
    scrubAndRepairAll(here);
    checkRepaired(here, all);
  }

  /** All fragments of the larger objects lose a block, at most two of them in the same row. */
  private void loseOneOfEachFragment(Running here) throws Exception {
    stop(here);
    Map<Place, ObjectView> all = here.disks().read(places(objects.keySet()));
    List<Block> blocks = new ArrayList<>();
    for (String name : objects.keySet()) {
      int rows = size(all, new Place(name, K - 1)) / FragmentDisks.BLOCK;
      if (rows >= POSITIONS / 2) {
        int first = random.nextInt(rows);
        for (int position = 0; position < POSITIONS; position++) {
          blocks.add(new Block(new Place(name, position), (first + position / 2) % rows));
        }
      }
    }
    assertThat(blocks).hasSizeGreaterThan(POSITIONS);
    here.disks().spoil(blocks, all);
    start(here);
    checkAll(here.pool());
    scrubAndRepairAll(here);
    checkRepaired(here, all);
  }

  /** Nothing is damaged or lost; only that disks gave wrong or other bytes before is told. */
  private static void awaitHealth(Running here) {
    SortedSet<String> past = new TreeSet<>(List.of("OSD_TOO_MANY_REPAIRS", "TREE_WRONG"));
    Progress.await(
        "no other health check",
        () ->
            -here.cluster().client().admin().status().health().checks().stream()
                .filter(check -> !past.contains(check.code()))
                .count(),
        0);
  }

  /** All fragments are as they were, which nothing need be computed for. */
  private void checkRepaired(Running here, Map<Place, ObjectView> before) throws Exception {
    awaitHealth(here);
    stop(here);
    assertThat(here.disks().faults()).isZero();
    Map<Place, ObjectView> after = here.disks().read(before.keySet());
    before.forEach((place, view) -> {
      ObjectView now = Objects.requireNonNull(after.get(place));
      assertThat(now.data()).as("%s", place).isEqualTo(view.data());
      assertThat(now.attributes()).as("%s", place).isEqualTo(view.attributes());
    });
    start(here);
    checkAll(here.pool());
  }

  /** One fragment of some objects is put back to an earlier state, or has other bytes. */
  private void putOlderAndOtherFragments(Running here) throws Exception {
    stop(here);
    List<String> names = objects.keySet().stream().limit(OBJECTS / 5).toList();
    Map<Place, ObjectView> older = here.disks().read(places(names));
    start(here);
    names.forEach(name -> overwrite(here.pool(), name));
    scrubAndRepairAll(here);
    stop(here);
    Map<Place, ObjectView> now = here.disks().read(places(names));
    Map<Place, ObjectView> replaced = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      Place place = new Place(names.get(i), random.nextInt(POSITIONS));
      ObjectView view = Objects.requireNonNull(i % 2 == 0 ? older.get(place) : now.get(place));
      replaced.put(place, i % 2 == 0 || view.size() == 0 ? view : altered(view));
    }
    here.disks().replace(replaced);
    start(here);
    scrubAndRepairAll(here);
    checkRepaired(here, now);
  }

  private ObjectView altered(ObjectView view) {
    byte[] bytes = view.data().getFirst().toByteArray();
    bytes[random.nextInt(bytes.length)]++;
    return new ObjectView(
        view.size(), view.attributes(), List.of(Payload.wrap(bytes)), List.of(), List.of());
  }

  private void loseThreeOfSomeObjects(Running here) throws Exception {
    SortedSet<String> names = new TreeSet<>();
    objects.forEach((name, bytes) -> {
      if (bytes.length >= 3 * K * UNIT && names.size() < OBJECTS / 10) {
        names.add(name);
      }
    });
    assertThat(names).isNotEmpty();
    stop(here);
    Map<Place, ObjectView> all = here.disks().read(places(names));
    SortedMap<String, List<Block>> blocks = new TreeMap<>();
    names.forEach(name -> blocks.put(name, choose(all, name, 3)));
    here.disks().spoil(blocks.values().stream().flatMap(List::stream).toList(), all);
    start(here);
    blocks.forEach((name, lost) -> readAround(here.pool(), name, lost));
    blocks.forEach((name, lost) -> readAll(here.pool(), name, lost));
    checkReports(here, names);
    for (String name : names) {
      if (random.nextBoolean()) {
        here.pool().remove(name);
        objects.remove(name);
      } else {
        byte[] fresh = bytes(bytesOf(name).length / 2);
        here.pool().writeFull(name, fresh);
        objects.put(name, fresh);
      }
    }
    checkAll(here.pool());
    scrubAndRepairAll(here);
    awaitHealth(here);
  }

  /** The health tells that objects are lost, and their groups name them. */
  private static void checkReports(Running here, SortedSet<String> names) {
    Progress.await(
        "the loss is told",
        () ->
            here.cluster().client().admin().status().health().checks().stream()
                .filter(check -> check.code().equals("OBJECT_LOST"))
                .count(),
        1);
    StringBuilder reports = new StringBuilder();
    for (int group = 0; group < GROUPS; group++) {
      String report = succeed(here.shell(), "pg", "query", here.group(group));
      reports.append(report);
      if (names.stream().anyMatch(name -> report.contains('"' + name + '"'))) {
        checkScrubEnds(here, here.group(group));
      }
    }
    names.forEach(name -> assertThat(reports.toString()).contains('"' + name + '"'));
  }

  /** A scrub is not waited for that cannot begin before an operator has done something. */
  private static void checkScrubEnds(Running here, String group) {
    Shell.Outcome outcome = here.shell().run("pg", "deep-scrub", group, "--wait");
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.err()).contains("lost objects", "once the group is clean", "pando pg lost");
  }

  /** The blocks of an object that cannot be decoded. */
  private static SortedSet<Integer> undecodable(List<Block> lost) {
    SortedSet<Integer> blocks = new TreeSet<>();
    for (Block block : lost) {
      if (block.place().position() < K) {
        blocks.add(
            ((block.number() / BLOCKS_OF_A_UNIT) * K + block.place().position()) * BLOCKS_OF_A_UNIT
                + block.number() % BLOCKS_OF_A_UNIT);
      }
    }
    return blocks;
  }

  /** All bytes that can be had are right as long as no read has met the others. */
  private void readAround(Pool pool, String name, List<Block> lost) {
    byte[] bytes = bytesOf(name);
    SortedSet<Integer> spoilt = undecodable(lost);
    for (int from = 0; from < bytes.length; from += FragmentDisks.BLOCK) {
      if (!spoilt.contains(from / FragmentDisks.BLOCK)) {
        int to = Math.min(from + FragmentDisks.BLOCK, bytes.length);
        assertThat(pool.read(name, from, to - from).toByteArray())
            .as("%s from %d", name, from)
            .isEqualTo(Arrays.copyOfRange(bytes, from, to));
      }
    }
  }

  /** No read of lost bytes gives any, and no other read gives wrong ones. */
  private void readAll(Pool pool, String name, List<Block> lost) {
    byte[] bytes = bytesOf(name);
    SortedSet<Integer> spoilt = undecodable(lost);
    for (int from = 0; from < bytes.length; from += FragmentDisks.BLOCK) {
      int at = from;
      int to = Math.min(from + FragmentDisks.BLOCK, bytes.length);
      if (spoilt.contains(from / FragmentDisks.BLOCK)) {
        assertThatThrownBy(() -> pool.read(name, at, to - at))
            .as("%s from %d", name, at)
            .isInstanceOf(PandoException.Damaged.class);
      } else {
        try {
          assertThat(pool.read(name, at, to - at).toByteArray())
              .as("%s from %d", name, at)
              .isEqualTo(Arrays.copyOfRange(bytes, at, to));
        } catch (PandoException.Damaged damaged) {
          assertThat(damaged).hasMessageContaining(name);
        }
      }
    }
  }
}
