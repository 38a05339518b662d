package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushText;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on profiles and erasure-coded pools, and what is said of those that are refused. */
class CodedPoolsTest {
  private static final int OSDS = 6;

  private final RuleBook book = RuleBook.withOsds(OSDS);

  private static Change profile(String name, String... settings) {
    return new Change.SetProfile(name, ErasureProfile.parse(List.of(settings)));
  }

  private static Change create(String name, String erasure) {
    return new Change.CreateErasurePool(name, 8, erasure);
  }

  private static Change create(String name, int minSize, String erasure, @Nullable String rule) {
    return new Change.CreateErasurePool(name, 8, minSize, erasure, rule, Compression.NONE);
  }

  private static Change set(String key, String value) {
    return new Change.SetPool("a", key, value);
  }

  private PoolInfo a() {
    return book.pool("a");
  }

  private Rule ruleOfA() {
    return book.map().crush().rule(a().rule()).orElseThrow();
  }

  @Test
  void aPoolHasTheSizeOfItsCodeAndARuleOfItsOwn() {
    assertThat(book.accept(create("a", "4+2"))).isEqualTo("pool 'a' created");
    assertThat(a().size()).isEqualTo(6);
    assertThat(a().minSize()).isEqualTo(5);
    assertThat(a().profile()).isNull();
    assertThat(a().code()).hasToString("isa reed_sol_van 4+2, stripe_unit 16384");
    assertThat(ruleOfA().name()).isEqualTo("a-erasure");
    assertThat(ruleOfA().kind()).isEqualTo(Rule.Kind.ERASURE);
    for (int seed = 0; seed < 8; seed++) {
      MemberList up = new Placement().locate(book.map(), new PgId(a().id(), seed)).up();
      assertThat(up.count()).isEqualTo(6);
    }
    assertThat(book.acceptInVain(create("a", "4+2"))).isEqualTo("pool 'a' already exists");
  }

  @Test
  void poolsOfAProfileShareItsRule() {
    book.accept(profile("p", "k=2", "m=2", "stripe_unit=4K", "technique=cauchy"));
    book.accept(create("a", "p"));
    long epoch = book.map().epoch();
    book.accept(create("b", "p"));
    assertThat(book.map().epoch()).isEqualTo(epoch + 1);
    assertThat(ruleOfA().name()).isEqualTo("p");
    assertThat(book.pool("b").rule()).isEqualTo(a().rule());
    assertThat(a().profile()).isEqualTo("p");
    assertThat(a().code()).hasToString("isa cauchy 2+2, stripe_unit 4096");
    assertThat(book.map().profiles()).containsOnlyKeys("p");
  }

  @Test
  void aPoolIsMadeTwiceOnlyIfItIsTheSame() {
    book.accept(profile("p", "k=4", "m=2"));
    book.accept(create("a", "p"));
    assertThat(book.acceptInVain(create("a", "p"))).isEqualTo("pool 'a' already exists");
    String why = "pool 'a' already exists with code isa reed_sol_van 4+2, min_size 5, 8 groups,";
    assertThat(book.reject(create("a", "4+2"))).as("not of the profile").startsWith(why);
    assertThat(book.reject(create("a", "2+2"))).startsWith(why);
    assertThat(book.reject(new Change.CreateErasurePool("a", 9, "p"))).startsWith(why);
    assertThat(book.reject(create("a", 4, "p", null))).startsWith(why);
    assertThat(book.reject(new Change.CreatePool("a", 8, 6, 5, null))).startsWith(why);
    book.accept(new Change.CreatePool("r", 8, 3, 2, null));
    assertThat(book.reject(create("r", "4+2")))
        .startsWith("pool 'r' already exists with size 3, min_size 2, 8 groups,");
  }

  @ParameterizedTest
  @CsvSource({
    "1+1, 'k is 1: an object has from 2 to 31 data fragments; choose k within that range'",
    "4+0, 'm is 0: with k=4 there are from 1 to 28 parity fragments; choose m within that range'",
    "22+4, 'k=22, m=4: isa reed_sol_van cannot decode every loss of 4 fragments with k above 21;"
        + " choose k of at most 21, a smaller m, or technique cauchy'",
    "5+2, '7 fragments need 7 failure domains of type host, and there are 6 below default: add"
        + " some, or choose another failure domain or a code with fewer fragments'",
    "4-2, 'there is no profile ''4-2'' (there are: none): name one, or give k and m as 4+2'",
  })
  void aCodeThatDoesNotFitIsRefusedWithTheWayOut(String code, String why) {
    assertThat(book.reject(create("a", code))).isEqualTo(why);
    assertThat(book.map().crush().rules()).hasSize(1);
  }

  @Test
  void aStripeUnitIsRefusedOutsideItsBounds() {
    assertThat(book.reject(profile("p", "k=4", "m=2", "stripe_unit=5000")))
        .isEqualTo("stripe_unit is 5000: choose a multiple of 4096 from 4096 to 1048576 bytes");
    assertThat(book.reject(profile("p", "k=4", "m=2", "stripe_unit=2M")))
        .startsWith("stripe_unit is 2097152: ");
    assertThat(book.reject(profile("p", "k=4", "m=2", "l=4")))
        .contains("for k=4, m=2 choose l of 3 or 6");
  }

  @Test
  void osdsAsFailureDomainsAreEnoughForMore() {
    book.accept(profile("p", "k=4", "m=2", "crush-failure-domain=osd"));
    book.accept(create("a", "p"));
    book.accept(profile("wide", "k=8", "m=3", "crush-failure-domain=osd"));
    assertThat(book.reject(create("b", "wide")))
        .startsWith("11 fragments need 11 failure domains of type osd, and there are 6 below");
  }

  /** As for pools of replicas, OSDs count that are down or out. */
  @Test
  void osdsThatAreDownCountAsFailureDomains() {
    book.accept(new Change.MarkDown(List.of(new OsdId(0))));
    book.accept(new Change.MarkOut(List.of(new OsdId(1))));
    book.accept(create("a", "4+2"));
    int holes = 0;
    for (int seed = 0; seed < 8; seed++) {
      MemberList up = new Placement().locate(book.map(), new PgId(a().id(), seed)).up();
      assertThat(up.positions()).hasSize(6);
      holes += up.positions().size() - up.count();
    }
    assertThat(holes).isEqualTo(2 * 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6})
  void minSizeIsFromWhatDecodesToAllFragments(int minSize) {
    book.accept(create("a", minSize, "4+2", null));
    assertThat(a().minSize()).isEqualTo(minSize);
    book.accept(set("min_size", minSize == 4 ? "6" : "4"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 3, 7})
  void anotherMinSizeIsRefused(int minSize) {
    String why =
        ("min_size of pool 'a' is %d: isa reed_sol_van 4+2 decodes with any 4 of its 6 fragments;"
                + " choose 4 to 6, usually 5")
            .formatted(minSize);
    assertThat(book.reject(create("a", minSize, "4+2", null))).isEqualTo(why);
    book.accept(create("a", "4+2"));
    assertThat(book.reject(set("min_size", "" + minSize))).isEqualTo(why);
  }

  @Test
  void withOneParityAsManyAsDecodeAreNeeded() {
    book.accept(create("a", "4+1"));
    assertThat(a().minSize()).isEqualTo(4);
  }

  @Test
  void sizeAndCodeOfAPoolNeverChange() {
    book.accept(create("a", "4+2"));
    PoolInfo before = a();
    assertThat(book.reject(set("size", "7")))
        .contains("isa reed_sol_van 4+2 and cannot change: make a new pool", "copy the objects");
    for (String key : List.of("k", "m", "l", "erasure", "profile", "stripe_unit")) {
      assertThat(book.reject(set(key, "3")))
          .isEqualTo(
              "the erasure code of pool 'a' cannot change: make a new pool (pool create NAME"
                  + " --erasure PROFILE) and copy the objects");
    }
    for (String replication : List.of("chain", "splay")) {
      assertThat(book.reject(set("replication", replication)))
          .isEqualTo(
              "pool 'a' is erasure coded, and replication %s is for pools of replicas: its replication stays primary"
                  .formatted(replication));
    }
    book.acceptInVain(set("replication", "primary"));
    book.accept(set("groups", "16"));
    book.accept(set("compression", "lz4"));
    book.accept(set("nodelete", "true"));
    assertThat(a().code()).isEqualTo(before.code());
    assertThat(a().groups().target()).isEqualTo(16);
  }

  @Test
  void aPoolOfReplicasGetsNoCode() {
    book.accept(new Change.CreatePool("a", 8, 3, 2, null));
    assertThat(book.reject(set("erasure", "4+2"))).contains("make a new pool");
  }

  @Test
  void fastReadsAreForPoolsWithACode() {
    book.accept(create("a", "4+2"));
    assertThat(a().options().fastRead()).as("unless it is set").isFalse();
    book.accept(set("fast_read", "true"));
    assertThat(a().options().fastRead()).isTrue();
    book.acceptInVain(set("fast_read", "1"));
    assertThat(book.reject(set("fast_read", "perhaps")))
        .isEqualTo("fast_read is true or false, not 'perhaps'");
    book.accept(set("compression", "lz4"));
    book.accept(set("nodelete", "true"));
    book.accept(new Change.SetQuota("a", PoolQuota.Limit.MAX_OBJECTS, 7, false));
    assertThat(a().options().fastRead()).as("other settings change").isTrue();
    assertThat(book.reject(create("a", "4+2")))
        .startsWith("pool 'a' already exists with code isa reed_sol_van 4+2,");
    book.accept(set("fast_read", "off"));
    assertThat(a().quota().maxObjects()).isEqualTo(7);
    assertThat(a().options().fastRead()).isFalse();
  }

  @Test
  void aPoolIsMadeWithFastReads() {
    Change fast =
        new Change.CreateErasurePool(
            "a", 8, 0, "4+2", null, new Change.CreateErasurePool.Options(Compression.NONE, true));
    book.accept(fast);
    assertThat(a().options().fastRead()).isTrue();
    book.acceptInVain(fast);
    assertThat(book.reject(create("a", "4+2"))).contains("compression none, fast_read: choose");
  }

  @Test
  void poolsOfReplicasHaveNoFastReads() {
    book.accept(new Change.CreatePool("a", 8, 3, 2, null));
    for (String value : List.of("true", "false")) {
      assertThat(book.reject(set("fast_read", value)))
          .isEqualTo(
              "fast_read is for erasure-coded pools: pool 'a' holds replicas, and its reads ask one"
                  + " copy only; make an erasure-coded pool (pool create NAME --erasure PROFILE)");
    }
  }

  @Test
  void rulesOfTheOtherKindAreRefused() {
    assertThat(book.reject(create("a", 0, "4+2", "replicated_rule")))
        .isEqualTo(
            "CRUSH rule 'replicated_rule' is not for erasure-coded pools: choose one of type erasure");
    assertThat(book.reject(create("a", 0, "4+2", "nope"))).startsWith("there is no CRUSH rule");
    book.accept(create("a", "4+2"));
    assertThat(book.reject(set("crush_rule", "replicated_rule"))).contains("of type erasure");
    book.accept(new Change.CreatePool("r", 8, 3, 2, null));
    assertThat(book.reject(new Change.SetPool("r", "crush_rule", "a-erasure")))
        .contains("is not for replicated pools");
    assertThat(book.reject(new Change.RemoveRule("a-erasure"))).contains("in use by pool 'a'");
  }

  @Test
  void rulesOfFirstnStepsAreRefused() {
    book.accept(create("a", "4+2"));
    String text = CrushText.print(book.map().crush());
    String firstn =
        text.replace("rule a-erasure", "rule b").replace("id 1", "id 2").replace("indep", "firstn");
    String rule = firstn.substring(firstn.indexOf("rule b"), firstn.indexOf("# end"));
    book.accept(new Change.SetCrush(text.replace("# end", rule + "\n# end")));
    assertThat(book.reject(create("b", 0, "4+2", "b")))
        .isEqualTo(
            "CRUSH rule 'b' has a firstn step, by which fragments would change positions when an"
                + " OSD fails: choose a rule of indep steps");
    assertThat(book.reject(set("crush_rule", "b"))).contains("firstn");
    assertThat(book.reject(new Change.SetCrush(text.replace("indep", "firstn"))))
        .startsWith("pool 'a' uses the erasure (indep) CRUSH rule 1, which the new map lacks");
  }

  @Test
  void aRuleThatFindsTooFewPlacesIsRefused() {
    book.accept(create("small", "2+1"));
    book.accept(create("a", 0, "4+2", "small-erasure"));
    book.accept(new Change.RemoveFromCrush("osd.5"));
    assertThat(book.reject(create("b", 0, "4+2", "small-erasure")))
        .isEqualTo(
            "CRUSH rule 'small-erasure' finds places for 5 fragments of an object, and isa"
                + " reed_sol_van 4+2 has 6: add OSDs to its failure domains, or choose another rule");
  }

  @Test
  void aRuleOfThatNameMustBeTheOneThatWouldBeMade() {
    book.accept(new Change.CreateRule("a-erasure", "default", "host", null));
    assertThat(book.reject(create("a", "4+2")))
        .isEqualTo(
            "CRUSH rule 'a-erasure' exists and is not the rule for pool 'a': remove it (crush rule"
                + " rm a-erasure), or name the rule to use (--rule)");
    book.accept(new Change.RemoveRule("a-erasure"));
    book.accept(create("a", "4+2"));
    book.accept(new Change.DeletePool("a", "a"));
    book.accept(new Change.PurgePool(book.map().removedPools().getFirst().id()));
    assertThat(book.map().crush().rule("a-erasure")).as("stays").isPresent();
    book.accept(create("a", "3+2"));
  }

  @Test
  void aProfileInUseStays() {
    book.accept(profile("p", "k=4", "m=2"));
    assertThat(book.acceptInVain(profile("p", "k=4", "m=2")))
        .isEqualTo("profile 'p' has these settings already");
    book.accept(profile("p", "k=3", "m=2"));
    book.accept(create("a", "p"));
    book.accept(create("b", "p"));
    book.accept(new Change.DeletePool("b", "b"));
    assertThat(book.reject(profile("p", "k=4", "m=2")))
        .isEqualTo(
            "profile 'p' is in use by pool 'a', pool 'b' (removed), whose code cannot change: set a"
                + " profile of another name, make a new pool from it, and copy the objects");
    assertThat(book.reject(new Change.RemoveProfile("p")))
        .isEqualTo(
            "profile 'p' is in use by pool 'a', pool 'b' (removed): remove the pools first (removed"
                + " ones for good: pool rm NAME NAME --now)");
    book.accept(new Change.PurgePool(book.map().removedPools().getFirst().id()));
    book.accept(new Change.DeletePool("a", "a"));
    book.accept(new Change.PurgePool(book.map().removedPools().getFirst().id()));
    assertThat(book.accept(new Change.RemoveProfile("p"))).isEqualTo("profile 'p' removed");
    assertThat(book.acceptInVain(new Change.RemoveProfile("p")))
        .isEqualTo("there is no profile 'p' (profile ls shows all)");
  }

  @Test
  void aProfileMustFitTheCrushMap() {
    assertThat(book.reject(profile("p", "k=4", "m=2", "crush-failure-domain=shelf")))
        .startsWith(
            "profile 'p' does not fit the CRUSH map: 'shelf' is not a type; there are osd,");
    assertThat(book.reject(profile("p", "k=4", "m=2", "crush-root=nope"))).contains("nope");
    assertThat(book.reject(profile("p", "k=4", "m=2", "crush-device-class=ssd"))).contains("ssd");
    assertThat(book.reject(profile("p q", "k=4", "m=2"))).startsWith("profile name 'p q' must be");
    assertThat(book.reject(profile("4+2", "k=4", "m=2"))).startsWith("profile name '4+2' must be");
    book.accept(profile("later", "k=10", "m=4"));
  }

  @Test
  void aPoolWithGroupsIsPlacedByThem() {
    for (int osd = 0; osd < 8; osd++) {
      if (osd >= OSDS) {
        book.accept(new Change.CreateOsd(null, null));
        book.accept(RuleBook.boot(osd, 1));
      }
      book.accept(
          new Change.PlaceInCrush(
              "osd." + osd, null, List.of("host=x" + osd, "rack=r" + osd % 2, "root=racks")));
    }
    book.accept(
        profile("p", "plugin=lrc", "k=4", "m=2", "l=3", "crush-root=racks", "crush-locality=rack"));
    book.accept(create("a", "p"));
    assertThat(a().size()).isEqualTo(8);
    assertThat(a().minSize()).isEqualTo(7);
    for (int seed = 0; seed < 8; seed++) {
      List<Optional<OsdId>> up =
          new Placement().locate(book.map(), new PgId(a().id(), seed)).up().positions();
      int rack = up.getFirst().orElseThrow().value() % 2;
      for (int position = 0; position < 8; position++) {
        int expected = position < 4 ? rack : 1 - rack;
        assertThat(up.get(position).orElseThrow().value() % 2).isEqualTo(expected);
      }
    }
  }

  @Test
  void anActingSetHasNoMorePositionsThanThePool() {
    book.accept(create("a", "2+1"));
    PgId group = new PgId(a().id(), 0);
    MemberList up = new Placement().locate(book.map(), group).up();
    OsdId requester = up.osds().getFirst();
    List<Optional<OsdId>> four =
        List.of(
            Optional.of(requester),
            Optional.empty(),
            Optional.of(up.osds().get(1)),
            Optional.of(up.osds().get(2)));
    assertThat(
            book.reject(new Change.OverrideActing(requester, group, MemberList.ofPositions(four))))
        .contains("at most 3");
    MemberList hole = MemberList.ofPositions(four.subList(0, 3));
    book.accept(new Change.OverrideActing(requester, group, hole));
    assertThat(new Placement().locate(book.map(), group).acting()).isEqualTo(hole);
  }
}
