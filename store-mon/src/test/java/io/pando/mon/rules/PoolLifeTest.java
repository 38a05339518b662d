package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PoolRemoval;
import io.pando.id.PoolId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.Terms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools are removed, restored, and deleted for good. */
class PoolLifeTest {
  private static final long GRACE_MILLIS = MonitorRules.DEFAULT.pools().removedPoolGraceMillis();

  private final RuleBook book = RuleBook.withOsds(3);

  private PoolId create(String name) {
    book.accept(new Change.CreatePool(name, 8, 2, 0, null));
    return book.pool(name).id();
  }

  private String remove(String name) {
    return book.accept(new Change.DeletePool(name, name));
  }

  private boolean isTickDue() {
    return DueChanges.change(book.state(), List.of(), List.of(), List.of(), List::of, book.terms())
        .isPresent();
  }

  @Test
  void aRemovedPoolStaysInTheMapAndIsNotInUse() {
    PoolId id = create("a");
    PoolInfo was = book.pool("a");
    assertThat(remove("a")).contains("pool restore a", "--now");
    assertThat(book.map().poolNamed("a")).isEmpty();
    assertThat(book.map().livePool(id)).isEmpty();
    assertThat(book.map().pools().get(id))
        .isEqualTo(
            was.withRemoval(new PoolRemoval(book.nowMillis(), book.nowMillis() + GRACE_MILLIS)));
    assertThat(book.reject(new Change.SetPool("a", "size", "3"))).contains("does not exist");
  }

  @Test
  void aRemovedPoolComesBackAsItWas() {
    create("a");
    PoolInfo was = book.pool("a");
    remove("a");
    book.pass(GRACE_MILLIS - 1);
    assertThat(isTickDue()).isFalse();
    book.acceptInVain(new Change.Tick());
    book.accept(new Change.RestorePool("a", "a"));
    assertThat(book.pool("a")).isEqualTo(was);
    book.acceptInVain(new Change.RestorePool("a", "a"));
    book.pass(2).acceptInVain(new Change.Tick());
  }

  @Test
  void itsDataAreDeletedWhenTheGraceIsOver() {
    PoolId id = create("a");
    remove("a");
    book.pass(GRACE_MILLIS);
    assertThat(isTickDue()).isTrue();
    assertThat(book.accept(new Change.Tick())).contains("1 removed pool");
    assertThat(book.map().pools()).doesNotContainKey(id);
    assertThat(book.reject(new Change.RestorePool("a", "a"))).contains("'a'", "--removed");
  }

  @Test
  void aTickThatIsRejectedDeletesNothing() {
    create("a");
    remove("a");
    book.pass(GRACE_MILLIS);
    Decision rejected = new Decision.Rejected("for a test");
    assertThat(PoolLife.expire(rejected, book.terms())).isSameAs(rejected);
  }

  @Test
  void aClockThatJumpsBackDoesNotShortenTheGrace() {
    PoolId id = create("a");
    remove("a");
    book.pass(-GRACE_MILLIS).accept(new Change.Tick());
    assertThat(book.map().pools()).containsKey(id);
    book.pass(GRACE_MILLIS - 1).acceptInVain(new Change.Tick());
    book.pass(1).accept(new Change.Tick());
    assertThat(book.map().pools()).doesNotContainKey(id);
  }

  @Test
  void aNameThatIsTakenMeanwhileAsksForAnother() {
    PoolId first = create("a");
    remove("a");
    create("a");
    assertThat(book.reject(new Change.RestorePool("a", "a"))).contains("--as");
    assertThat(book.reject(new Change.RestorePool("a", "-"))).contains("must be 1 to 128");
    book.accept(new Change.RestorePool("a", "b"));
    assertThat(book.pool("b").id()).isEqualTo(first);
  }

  @Test
  void ofTwoOfOneNameTheOneRemovedLastComesBackFirst() {
    PoolId first = create("a");
    remove("a");
    book.pass(1_000);
    PoolId second = create("a");
    remove("a");
    book.accept(new Change.RestorePool("a", "a"));
    assertThat(book.pool("a").id()).isEqualTo(second);
    book.accept(new Change.RestorePool("a", "old"));
    assertThat(book.pool("old").id()).isEqualTo(first);
  }

  /** The number of a pool says when it was made, not when it was removed. */
  @Test
  void ofTwoOfOneNameTheTimeOfTheirRemovalDecides() {
    PoolId first = create("x");
    create("a");
    create("b");
    remove("a");
    book.pass(1_000);
    book.accept(new Change.RenamePool("x", "a"));
    remove("a");
    remove("b");
    book.accept(new Change.RestorePool("a", "a"));
    assertThat(book.pool("a").id()).isEqualTo(first);
  }

  @Test
  void ofTwoThatWereRemovedAtOnceTheNewerComesBackFirst() {
    create("a");
    remove("a");
    PoolId second = create("a");
    remove("a");
    book.accept(new Change.RestorePool("a", "a"));
    assertThat(book.pool("a").id()).isEqualTo(second);
  }

  @Test
  void aRemovalSaysUntilWhenItCanBeUndone() {
    create("a");
    assertThat(book.pass(123).accept(new Change.DeletePool("a", "a")))
        .isEqualTo(
            "pool 'a' removed; its data are kept until %s, until then it can be restored (pool"
                    .formatted(
                        Instant.ofEpochMilli(book.nowMillis() + GRACE_MILLIS - 123)
                            .truncatedTo(ChronoUnit.SECONDS))
                + " restore a) or deleted for good (pool rm a a --now)");
    create("a");
    assertThat(book.reject(new Change.RestorePool("a", "a")))
        .isEqualTo(
            "another pool is called 'a' by now: restore pool 1 under another name (pool restore a"
                + " --as NEW)");
    assertThat(book.acceptInVain(new Change.Tick())).doesNotContain("removed pools");
  }

  @Test
  void onlyARemovedPoolIsPurged() {
    PoolId id = create("a");
    assertThat(book.reject(new Change.PurgePool(id)))
        .isEqualTo("pool %s, 'a', is in use: remove it first (pool rm a a)".formatted(id));
    remove("a");
    assertThat(book.accept(new Change.PurgePool(id))).isEqualTo("data of pool 'a' are deleted");
    assertThat(book.map().pools()).doesNotContainKey(id);
    book.acceptInVain(new Change.PurgePool(id));
  }

  @Test
  void withoutAGraceThePoolIsGoneAtOnce() {
    PoolId id = create("a");
    MonitorRules hasty = MonitorRules.DEFAULT.withRemovedPoolGraceMillis(0);
    Decision decision =
        Rules.decide(
            book.state(), new Change.DeletePool("a", "a"), new Terms(book.nowMillis(), 1, hasty));
    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Accepted.class,
            accepted -> assertThat(accepted.state().map().pools()).doesNotContainKey(id));
  }

  @Test
  void aLimitThatIsReachedNamesTheRemovedPools() {
    create("a");
    remove("a");
    assertThat(book.reject(new Change.CreatePool("c", 60_000, 2, 0, null))).contains("--now");
  }
}
