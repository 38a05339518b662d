package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankState;
import io.pando.format.MapRecords;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random changes of file systems and metadata servers. The rules check the invariants of each map
 * and of each step; this test checks what they cannot see in two maps.
 */
class FileMapPropertyTest {
  private static final int CHANGES = 2_000;
  private static final int DAEMONS = 5;
  private static final long FENCE_MILLIS = 40_000;

  private final TreeMap<MdsIncarnation, Long> lostRankMillis = new TreeMap<>();
  private long lives = 1_000;
  private int lost;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void formerHoldersAreFencedAndRanksAreServed(long seed) {
    Random64 random = new Random64(seed);
    RuleBook book = RuleBook.withOsds(2);
    for (int pool = 0; pool < 6; pool++) {
      book.accept(new Change.CreatePool("p" + pool, 1, 2, 1, null));
    }
    MonitorState state = book.state();
    MonitorRules settings =
        MonitorRules.DEFAULT.withFencing(new MonitorRules.Fencing(1_000, FENCE_MILLIS));
    long now = book.nowMillis();
    int accepted = 0;
    for (int i = 0; i < CHANGES; i++) {
      now += random.nextInt(2_000);
      Terms terms = new Terms(now, random.nextLong(), settings);
      Change change = change(random, state.map());
      if (Rules.decide(state, change, terms) instanceof Decision.Accepted(MonitorState after, _)) {
        accepted++;
        check(state.map(), after.map(), now);
        state = after;
        if (!(change instanceof Change.Tick)
            && Rules.decide(state, change, terms) instanceof Decision.Accepted again) {
          assertThat(again.state().map()).as("%s again", change).isEqualTo(state.map());
        }
      }
    }
    assertThat(accepted).isGreaterThan(CHANGES / 5);
    assertThat(lost).isGreaterThan(20);
    assertThat(MapRecords.MAP.decode(MapRecords.MAP.encode(state.map()))).isEqualTo(state.map());
  }

  /** A daemon that held a rank and does not any more stays fenced for its time. */
  private void check(ClusterMap before, ClusterMap after, long now) {
    for (MdsIncarnation daemon : before.files().daemons().keySet()) {
      if (before.files().heldBy(daemon).isPresent() && after.files().heldBy(daemon).isEmpty()) {
        lostRankMillis.put(daemon, now);
        lost++;
      }
    }
    lostRankMillis.values().removeIf(since -> now - since >= FENCE_MILLIS);
    lostRankMillis
        .keySet()
        .forEach(daemon -> {
          assertThat(after.files().daemons()).doesNotContainKey(daemon);
          assertThat(after.fences().contains(daemon.number())).as("%s is fenced", daemon).isTrue();
        });
  }

  private Change change(Random64 random, ClusterMap map) {
    RankState[] states = RankState.values();
    return switch (random.nextInt(24)) {
      case 0, 1 ->
          new Change.CreateFileSystem(
              name(random), pool(random), List.of(pool(random), pool(random)));
      case 2, 3 -> new Change.CreateFileSystem(name(random), pool(random), List.of(pool(random)));
      case 4 -> new Change.RemoveFileSystem("f0", name(random), random.nextBoolean());
      case 5 -> new Change.AddDataPool(name(random), pool(random));
      case 6 -> new Change.RemoveDataPool(name(random), pool(random));
      case 7 ->
          new Change.SetFileSystem(name(random), "joinable", random.oneIn(3) ? "false" : "true");
      case 8 ->
          new Change.SetFileSystem(
              name(random), "standby_replay", random.nextBoolean() ? "true" : "false");
      case 9 -> new Change.DamageRank(daemon(random, map), "it");
      case 10 -> new Change.RepairRank(name(random), 0);
      case 11, 12 -> new Change.FailMds(List.of(daemon(random, map), daemon(random, map)), "it");
      case 13, 14, 15, 16 -> boot(random);
      case 17 -> new Change.Tick();
      case 18 -> new Change.DeletePool("p5", "p5");
      default -> new Change.StepRank(daemon(random, map), states[random.nextInt(states.length)]);
    };
  }

  private Change boot(Random64 random) {
    int daemon = random.nextInt(DAEMONS);
    long life = random.oneIn(5) ? lives - random.nextInt(10) : ++lives;
    Address address = new Address(new NodeId(NodeId.Role.MDS, daemon), 1, "127.0.0.1", 7000);
    return new Change.BootMds(
        new MdsIncarnation(life), address, random.nextBoolean() ? "" : name(random), 2);
  }

  private static MdsIncarnation daemon(Random64 random, ClusterMap map) {
    FileMap files = map.files();
    List<MdsIncarnation> all = new ArrayList<>(files.daemons().keySet());
    return all.isEmpty() ? new MdsIncarnation(1) : all.get(random.nextInt(all.size()));
  }

  private static String name(Random64 random) {
    return "f" + random.nextInt(2);
  }

  private static String pool(Random64 random) {
    return "p" + random.nextInt(6);
  }
}
