package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.fullness.OsdFullness;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.mon.MonitorRecords;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.StateInvariants;
import io.pando.mon.state.Terms;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in whatever order, {@link StateInvariants} hold and the incrementals tell all. */
class RulesPropertyTest {
  private static final int CHANGES = 1_500;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void incrementalsReproduceTheMap(long seed) {
    Random64 random = new Random64(seed);
    MonitorState state = MonitorState.beginning(RuleBook.firstMap());
    ClusterMap replayed = state.map();
    MonitorRules settings =
        new MonitorRules(
            new MonitorRules.FailureReporting(2, 5_000),
            new MonitorRules.Marking(20_000, 50, 20),
            new FlapSettings(2, 10_000, 2_000, 5_000),
            20,
            new MonitorRules.PoolDefaults(2, 4, 5_000));
    long now = 0;
    int accepted = 0;
    for (int i = 0; i < CHANGES; i++) {
      now += random.nextInt(3_000) - 500;
      Terms terms = new Terms(now, random.nextLong(), settings);
      Change change = change(random, state.map());
      long epoch = state.map().epoch();
      if (Rules.decide(state, change, terms) instanceof Decision.Accepted after) {
        accepted++;
        assertThat(Rules.decide(state, change, terms)).as("%s", change).isEqualTo(after);
        state = after.state();
        assertThat(state.recent().list().size()).isLessThanOrEqualTo(20);
        for (Incremental missed : state.since(epoch).orElseThrow()) {
          replayed = replayed.apply(missed);
        }
        assertThat(replayed).isEqualTo(state.map());
        assertTwiceIsHarmless(state, change, terms);
      }
    }
    assertThat(accepted).isGreaterThan(CHANGES / 4);
    assertThat(MonitorRecords.STATE.decode(MonitorRecords.STATE.encode(state))).isEqualTo(state);
  }

  /** What can be told to have been done already makes no further epoch. */
  private static void assertTwiceIsHarmless(MonitorState state, Change change, Terms terms) {
    boolean repeatable =
        !(change instanceof Change.CreateOsd create && create.osd() == null)
            && !(change instanceof Change.Tick);
    if (repeatable && Rules.decide(state, change, terms) instanceof Decision.Accepted again) {
      assertThat(again.state().map()).as("%s", change).isEqualTo(state.map());
    }
  }

  private static Change change(Random64 random, ClusterMap map) {
    OsdId osd = new OsdId(random.nextInt(8));
    OsdId other = new OsdId(random.nextInt(8));
    long nonce = 1L + random.nextInt(2);
    return switch (random.nextInt(34)) {
      case 0 -> new Change.CreateOsd(random.nextBoolean() ? osd : null, null);
      case 1 -> new Change.PurgeOsd(osd, random.nextBoolean());
      case 2, 3, 4 -> RuleBook.boot(osd.value(), nonce, identity(random, osd));
      case 5 -> new Change.Stop(osd, nonce);
      case 6, 7 -> new Change.ReportFailure(other, osd, nonce, 20_000, random.nextBoolean());
      case 8 -> new Change.WithdrawFailure(other, osd, nonce);
      case 9 -> new Change.RaiseUpThru(osd, nonce, map.epoch() - random.nextInt(3));
      case 10, 11 -> new Change.OverrideActing(osd, group(random), MemberList.of(some(random)));
      case 12 -> new Change.MarkSilent(some(random));
      case 13 -> new Change.Tick();
      case 14 -> new Change.MarkDown(some(random));
      case 15 -> new Change.MarkOut(some(random));
      case 16 -> new Change.MarkIn(some(random));
      case 17 -> new Change.Reweight(osd, random.nextInt(0x10001));
      case 18 -> new Change.CreatePool(name(random), 1 + random.nextInt(8), 0, 0, null);
      case 19 -> new Change.DeletePool(name(random), name(random));
      case 20 -> poolSetting(random);
      case 21 -> new Change.RenamePool(name(random), name(random));
      case 22 -> flag(random);
      case 23 -> new Change.RestorePool(name(random), name(random));
      case 24 -> new Change.PurgePool(new PoolId(1 + random.nextInt(6)));
      case 25 -> new Change.ReplaceOsd(osd, random.nextBoolean());
      case 26 -> new Change.CreateOsd(osd, identity(random, osd));
      case 30, 31 -> coded(random);
      case 32 -> fence(random);
      case 29 -> quota(random);
      case 28 -> fullness(random);
      case 27 -> new Change.AcceptLoss(List.of(group(random)));
      default -> crush(random, osd);
    };
  }

  private static Change coded(Random64 random) {
    String profile = "e" + random.nextInt(2);
    return switch (random.nextInt(5)) {
      case 0 -> new Change.RemoveProfile(profile);
      case 1, 2 ->
          new Change.SetProfile(
              profile,
              ErasureProfile.parse(
                  List.of(
                      "k=" + (2 + random.nextInt(2)),
                      "m=1",
                      "crush-failure-domain=" + (random.nextBoolean() ? "osd" : "host"))));
      default ->
          new Change.CreateErasurePool(
              name(random), 1 + random.nextInt(8), random.oneIn(3) ? "2+1" : profile);
    };
  }

  private static Change fence(Random64 random) {
    long session = random.nextInt(4);
    return random.oneIn(4)
        ? new Change.RemoveFence(session)
        : new Change.AddFence(session, 1_000L * random.nextInt(20), "");
  }

  private static Change quota(Random64 random) {
    PoolQuota.Limit limit =
        random.nextBoolean() ? PoolQuota.Limit.MAX_BYTES : PoolQuota.Limit.MAX_OBJECTS;
    return random.nextBoolean()
        ? new Change.SetQuota(name(random), limit, random.nextInt(5) - 1, random.nextBoolean())
        : new Change.MarkFullPools(List.of(new PoolId(1 + random.nextInt(6))));
  }

  private static Change fullness(Random64 random) {
    FullRatio[] ratios = FullRatio.values();
    FullnessLevel[] levels = FullnessLevel.values();
    return random.nextBoolean()
        ? new Change.SetFullRatio(ratios[random.nextInt(ratios.length)], random.nextInt(1_010))
        : new Change.MarkFullness(
            some(random).stream()
                .map(osd -> new OsdFullness(osd, levels[random.nextInt(levels.length)]))
                .toList());
  }

  private static Change flag(Random64 random) {
    ClusterFlag[] flags = ClusterFlag.values();
    return new Change.SetFlag(flags[random.nextInt(flags.length)], random.oneIn(4));
  }

  private static Change poolSetting(Random64 random) {
    String key =
        List.of("size", "min_size", "nodelete", "crush_rule", "groups").get(random.nextInt(5));
    String value = List.of("1", "2", "3", "0", "replicated_rule", "r1", "9").get(random.nextInt(7));
    return new Change.SetPool(name(random), key, value);
  }

  private static Change crush(Random64 random, OsdId osd) {
    List<String> place = List.of("host=h" + random.nextInt(4), "root=default");
    return switch (random.nextInt(7)) {
      case 0, 1 -> new Change.PlaceInCrush(osd.toString(), random.nextInt(0x40000), place);
      case 2 -> new Change.ReweightInCrush(osd.toString(), random.nextInt(0x40000));
      case 3 -> new Change.RemoveFromCrush(random.nextBoolean() ? osd.toString() : "h1");
      case 4 -> new Change.SetDeviceClass(List.of(osd), random.nextBoolean() ? "ssd" : "");
      case 5 -> new Change.RemoveRule(random.oneIn(4) ? "replicated_rule" : "r1");
      default -> new Change.CreateRule("r" + random.nextInt(3), "default", "host", null);
    };
  }

  private static UUID identity(Random64 random, OsdId osd) {
    return new UUID(0, random.oneIn(10) ? random.nextInt(8) : osd.value());
  }

  private static PgId group(Random64 random) {
    return new PgId(new PoolId(1 + random.nextInt(6)), random.nextInt(4));
  }

  private static String name(Random64 random) {
    return "p" + random.nextInt(3);
  }

  private static List<OsdId> some(Random64 random) {
    List<OsdId> osds = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      osds.add(new OsdId(random.nextInt(8)));
    }
    return osds;
  }
}
