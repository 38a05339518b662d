package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on pools, to the last value that is allowed and the first that is not. */
class PoolLimitsTest {
  private final RuleBook book = RuleBook.withOsds(3);

  private static Change create(String name, int groups, int size, int minSize) {
    return new Change.CreatePool(name, groups, size, minSize, null);
  }

  private static Change set(String key, String value) {
    return new Change.SetPool("a", key, value);
  }

  private PoolInfo a() {
    return book.pool("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b-c_9", "_", "9", "x..", "y--"})
  void aNameHasLettersDigitsAndSomeSigns(String name) {
    book.accept(create(name, 1, 1, 1));
    assertThat(book.map().poolNamed(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".a", "-a", "a b", "ä", "a/b"})
  void andNoneElse(String name) {
    String why =
        "pool name '"
            + name
            + "' must be 1 to 128 letters, digits, '_', '-' or '.', and begin with"
            + " a letter, digit or '_'";
    assertThat(book.reject(create(name, 1, 1, 1))).isEqualTo(why);
    book.accept(create("a", 1, 1, 1));
    assertThat(book.reject(new Change.RenamePool("a", name))).isEqualTo(why);
  }

  @Test
  void aNameHasAtMost128Letters() {
    book.accept(create("n".repeat(128), 1, 1, 1));
    assertThat(book.reject(create("n".repeat(129), 1, 1, 1))).contains("1 to 128");
  }

  @Test
  void sizesAreFromOneToTheirLimit() {
    assertThat(book.reject(create("a", 1, 11, 1)))
        .isEqualTo("the size of a pool must be 1 to 10, not 11");
    assertThat(book.reject(create("a", 1, -1, 1)))
        .isEqualTo("the size of a pool must be 1 to 10, not -1");
    assertThat(book.reject(create("a", 1, 3, 4)))
        .isEqualTo("the min_size of a pool must be 1 to 3, not 4");
    assertThat(book.reject(create("a", 1, 3, -1)))
        .isEqualTo("the min_size of a pool must be 1 to 3, not -1");
    assertThat(book.reject(create("a", -1, 3, 1)))
        .isEqualTo("the group count of a pool must be 1 to 65536, not -1");
    assertThat(book.reject(create("a", 65_537, 1, 1)))
        .isEqualTo("the group count of a pool must be 1 to 65536, not 65537");
    book.accept(create("a", 1, 10, 10));
    assertThat(a().size()).isEqualTo(10);
    assertThat(a().minSize()).isEqualTo(10);
  }

  /** So that more than half of the replicas have whatever was acknowledged. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "5, 3"})
  void withoutAMinSizeMoreThanHalfOrHalfAreNeeded(int size, int minSize) {
    book.accept(create("a", 1, size, 0));
    assertThat(a().minSize()).isEqualTo(minSize);
  }

  /** Three OSDs are in: 1,500 copies of groups. */
  @Test
  void osdsHoldAtMostSoManyCopiesOfGroups() {
    book.accept(create("a", 400, 3, 2));
    assertThat(book.reject(create("b", 101, 3, 2)))
        .isEqualTo(
            "pool 'b' with 101 groups of size 3 would make 1503 copies of groups on 3 OSDs in, more"
                + " than 500 per OSD: take fewer groups, or add OSDs");
    book.accept(create("b", 99, 3, 2));
    assertThat(book.reject(set("groups", "402"))).contains("1503 copies");
    book.accept(set("groups", "401"));
    book.accept(new Change.SetPool("b", "size", "2"));
    book.accept(set("groups", "434"));
    assertThat(book.reject(set("groups", "435"))).contains("1503 copies");
  }

  /** One OSD is left in, as if there were two: 1,100 copies are too many. */
  @Test
  void wherePoolsAreTooLargeTheyMayBecomeSmaller() {
    book.accept(create("a", 400, 3, 2));
    book.accept(create("b", 300, 1, 1));
    book.accept(new Change.MarkOut(List.of(new OsdId(0), new OsdId(1))));
    book.accept(set("size", "2"));
    assertThat(book.acceptInVain(set("size", "2"))).isEqualTo("set pool a size to 2");
    assertThat(book.reject(new Change.SetPool("b", "size", "2"))).contains("1400 copies");
    assertThat(book.reject(set("groups", "401"))).contains("1102 copies");
    assertThat(book.acceptInVain(set("groups", "400"))).isEqualTo("set pool a groups to 400");
    book.accept(set("min_size", "1"));
    book.accept(set("size", "1"));
    assertThat(a().size()).isOne();
  }

  /** A pool of more replicas than there are OSDs may be made for those to come. */
  @Test
  void replicasWithoutOsdsCountAsIfThereWereAnOsdForEach() {
    book.accept(create("a", 500, 5, 2));
    assertThat(book.reject(create("b", 1, 1, 1))).contains("2501 copies");
  }

  @Test
  void thereAreAtMostAThousandPools() {
    for (int i = 0; i < 1_000; i++) {
      book.accept(create("p" + i, 1, 1, 1));
    }
    assertThat(book.reject(create("p1000", 1, 1, 1)))
        .isEqualTo("there are 1000 pools already, no more are allowed");
    book.accept(new Change.SetPool("p7", "groups", "2"));
    book.accept(new Change.SetPool("p7", "size", "2"));
  }

  @Test
  void aPoolIsMadeTwiceOnlyIfItIsTheSame() {
    book.accept(create("a", 8, 3, 2));
    assertThat(book.acceptInVain(create("a", 8, 3, 2))).isEqualTo("pool 'a' already exists");
    String why =
        "pool 'a' already exists with size 3, min_size 2, 8 groups, replication primary,"
            + " compression none: choose another name, or change it (pool set)";
    assertThat(book.reject(create("a", 9, 3, 2))).isEqualTo(why);
    assertThat(book.reject(create("a", 8, 2, 2))).isEqualTo(why);
    assertThat(book.reject(create("a", 8, 3, 3))).isEqualTo(why);
    book.accept(set("compression", "zstd"));
    assertThat(book.reject(create("a", 8, 3, 2))).contains("compression zstd");
    book.accept(set("compression", "none"));
    book.accept(new Change.CreateRule("other", "default", "host", null));
    assertThat(book.reject(new Change.CreatePool("a", 8, 3, 2, "other"))).isEqualTo(why);
  }

  @Test
  void aRuleThatDoesNotExistNamesThoseThatDo() {
    book.accept(create("a", 1, 1, 1));
    assertThat(book.reject(new Change.CreatePool("b", 1, 1, 1, "nope")))
        .startsWith("there is no CRUSH rule 'nope' (there are: ")
        .doesNotContain("none");
    assertThat(book.reject(set("crush_rule", "nope"))).startsWith("there is no CRUSH rule 'nope'");
  }

  @Test
  void renamingIsHarmlessTwiceAndTakesNobodysName() {
    book.accept(create("a", 1, 1, 1));
    book.accept(create("b", 1, 1, 1));
    assertThat(book.acceptInVain(new Change.RenamePool("a", "a")))
        .isEqualTo("pool 'a' renamed to 'a'");
    assertThat(book.reject(new Change.RenamePool("a", "b")))
        .isEqualTo("pool 'b' already exists: choose another name");
    assertThat(book.reject(new Change.RenamePool("x", "y")))
        .isEqualTo("pool 'x' does not exist (pool ls shows all)");
    book.accept(new Change.RenamePool("a", "c"));
    assertThat(book.acceptInVain(new Change.RenamePool("a", "c")))
        .isEqualTo("pool 'a' renamed to 'c'");
    assertThat(book.map().poolNamed("a")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "size, many, 'the size of a pool is a number, not ''many'''",
    "size, 0, 'the size of a pool must be 1 to 10, not 0'",
    "size, 11, 'the size of a pool must be 1 to 10, not 11'",
    "min_size, few, 'the min_size of a pool is a number, not ''few'''",
    "min_size, 0, 'the min_size of a pool must be 1 to 3, not 0'",
    "min_size, 4, 'the min_size of a pool must be 1 to 3, not 4'",
    "groups, x, 'the group count of a pool is a number, not ''x'''",
    "groups, 0, 'the group count of a pool must be 1 to 65536, not 0'",
    "pg_num, 65537, 'the group count of a pool must be 1 to 65536, not 65537'",
    "nodelete, 2, 'nodelete is true or false, not ''2'''",
    "replication, '', 'the replication of a pool is primary, chain or splay, not '''''",
    "compression, gzip, 'the compression of a pool is none, lz4 or zstd, not ''gzip'''",
  })
  void aSettingThatMakesNoSenseIsRefused(String key, String value, String why) {
    book.accept(create("a", 8, 3, 2));
    assertThat(book.reject(set(key, value))).isEqualTo(why);
  }

  @Test
  void groupsNeverBecomeFewerThanThePoolWasMadeWith() {
    book.accept(create("a", 8, 3, 2));
    assertThat(book.reject(set("groups", "7")))
        .startsWith("pool 'a' cannot have fewer than 8 groups")
        .contains("take 8 or more");
    assertThat(book.acceptInVain(set("groups", "8"))).isEqualTo("set pool a groups to 8");
    book.accept(set("pg_num", "20"));
    assertThat(a().groups().target()).isEqualTo(20);
    assertThat(a().groupCount()).as("step by step").isEqualTo(8);
    assertThat(book.reject(set("pgp_num", "20"))).contains("(pool set a groups N)");
  }

  @ParameterizedTest
  @CsvSource({"true, false", "1, 0", "on, off", "yes, no"})
  void nodeleteIsSetAndCleared(String on, String off) {
    book.accept(create("a", 1, 1, 1));
    book.accept(set("nodelete", on));
    assertThat(a().options().noDelete()).isTrue();
    book.acceptInVain(set("nodelete", on));
    book.accept(set("nodelete", off));
    assertThat(a().options().noDelete()).isFalse();
  }

  @Test
  void eachSettingChangesItselfAlone() {
    book.accept(create("a", 8, 3, 2));
    PoolInfo before = a();
    book.accept(set("size", "4"));
    assertThat(a()).isEqualTo(before.withSizes(4, 2));
    book.accept(set("size", "1"));
    assertThat(a()).as("min_size follows").isEqualTo(before.withSizes(1, 1));
    book.accept(set("size", "3"));
    assertThat(a()).as("but does not come back").isEqualTo(before.withSizes(3, 1));
    book.accept(set("min_size", "2"));
    book.accept(set("replication", "chain"));
    assertThat(a()).isEqualTo(before.withReplication(Replication.CHAIN));
    book.accept(set("replication", "primary"));
    book.accept(set("compression", "lz4"));
    assertThat(a()).isEqualTo(before.withCompression(Compression.LZ4));
    assertThat(book.acceptInVain(set("compression", "lz4")))
        .isEqualTo("set pool a compression to lz4");
  }

  @Test
  void anActingSetThatIsLongerThanTheNewSizeEnds() {
    book.accept(create("a", 2, 3, 1));
    book.accept(create("b", 1, 3, 1));
    List<OsdId> three = List.of(new OsdId(2), new OsdId(1), new OsdId(0));
    List<OsdId> two = List.of(new OsdId(1), new OsdId(2));
    PgId first = new PgId(a().id(), 0);
    PgId second = new PgId(a().id(), 1);
    PgId other = new PgId(book.pool("b").id(), 0);
    override(first, three);
    override(second, two);
    override(other, three);
    book.accept(set("size", "2"));
    assertThat(book.map().actingOverrides())
        .doesNotContainKey(first)
        .containsEntry(second, MemberList.of(two));
    assertThat(book.map().actingOverrides()).containsEntry(other, MemberList.of(three));
  }

  private void override(PgId group, List<OsdId> acting) {
    OsdId primary = new Placement().locate(book.map(), group).primary().orElseThrow();
    book.accept(new Change.OverrideActing(primary, group, MemberList.of(acting)));
  }
}
