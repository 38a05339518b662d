package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.message.MapUpdate;
import io.pando.message.MonitorMessage;
import io.pando.message.MonitorMessage.RequestChange;
import io.pando.osd.config.OsdConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often a daemon asks to be marked up, and the reports of that. */
class BootSequenceTest {
  private static final long STEP_NANOS = 10_000_000L;

  private final DaemonWorld world = new DaemonWorld();

  private static List<RequestChange> asked(DaemonWorld world, Class<? extends Change> kind) {
    return world.requests().stream().filter(it -> kind.isInstance(it.change())).toList();
  }

  private void answer(RequestChange boot, ChangeOutcome outcome) {
    world.tell(new MonitorMessage.ChangeReply(boot.request(), outcome));
  }

  private RequestChange firstBoot() {
    world.tell(new MapUpdate(world.map, List.of()));
    return world.request(Change.Boot.class);
  }

  /** The next boot request; it must come between {@code leastMillis} and {@code mostMillis}. */
  private RequestChange bootAfter(long leastMillis, long mostMillis) {
    for (long millis = 0; millis <= mostMillis; millis += 10) {
      List<RequestChange> boots = asked(world, Change.Boot.class);
      if (!boots.isEmpty()) {
        assertThat(millis).isGreaterThanOrEqualTo(leastMillis);
        assertThat(boots).hasSize(1);
        return boots.getFirst();
      }
      world.loop.pass(STEP_NANOS);
    }
    throw new AssertionError("no boot within " + mostMillis + " ms");
  }

  private void markDown() {
    OsdInfo it = world.info();
    world.change(
        new Incremental.PutOsd(
            new OsdInfo(
                it.id(),
                it.identity(),
                false,
                new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
                it.endpoint(),
                new OsdInfo.UpHistory(it.upFrom(), it.upThru(), world.map.epoch() + 1, 0))));
  }

  /** Each delay is drawn between half of its bound and the whole. */
  @Test
  void delaysGrowUntilItIsUpAndBeginAnewThen() {
    RequestChange boot = firstBoot();
    for (long mostMillis : List.of(200, 400, 800, 1_600, 3_200, 5_000, 5_000)) {
      answer(boot, new ChangeOutcome.Rejected("noup is set"));
      boot = bootAfter(mostMillis / 2 - 10, mostMillis + 10);
    }
    answer(boot, new ChangeOutcome.Accepted(world.map.epoch(), ""));
    world.markUp(1);
    world.passSeconds(5);
    assertThat(asked(world, Change.Boot.class)).isEmpty();
    markDown();
    answer(bootAfter(0, 0), new ChangeOutcome.Rejected("noup is set"));
    RequestChange _ = bootAfter(90, 210);
  }

  @Test
  void oneBootIsUnderWayAtATime() {
    RequestChange boot = firstBoot();
    world.change();
    assertThat(asked(world, Change.Boot.class)).isEmpty();
    answer(boot, new ChangeOutcome.Accepted(world.map.epoch(), ""));
    world.change();
    assertThat(asked(world, Change.Boot.class)).as("the map that has it up may be near").isEmpty();
    RequestChange _ = bootAfter(80, 210);
  }

  @Test
  void whyItDoesNotBootIsNotedWhenItIsAnotherReasonOrWasGoneMeanwhile() {
    RequestChange boot = firstBoot();
    for (ChangeOutcome outcome :
        List.of(
            new ChangeOutcome.Rejected("noup is set"),
            new ChangeOutcome.Rejected("noup is set"),
            new ChangeOutcome.Rejected("it flaps"),
            new ChangeOutcome.Accepted(world.map.epoch(), ""),
            new ChangeOutcome.Rejected("it flaps"))) {
      answer(boot, outcome);
      boot = bootAfter(0, 5_010);
    }
    assertThat(world.notes)
        .containsExactly(
            "osd.0 cannot boot yet: noup is set",
            "osd.0 cannot boot yet: it flaps",
            "osd.0 cannot boot yet: it flaps");
  }

  @Test
  void thatNoMonitorAnswersIsNotedAndItGoesOn() {
    RequestChange first = firstBoot();
    world.passSeconds(120);
    assertThat(world.notes).isNotEmpty().allMatch(it -> it.startsWith("osd.0 cannot boot yet: "));
    assertThat(asked(world, Change.Boot.class))
        .as("not only the same request at other monitors")
        .extracting(RequestChange::request)
        .contains(first.request())
        .anyMatch(request -> request > first.request());
  }

  @Test
  void thatItIsMarkedDownIsNotedOnce() {
    world.boot(1);
    world.notes.clear();
    markDown();
    long epoch = world.map.epoch();
    world.change();
    assertThat(world.notes)
        .filteredOn(note -> note.contains("marked down"))
        .containsExactly(
            ("osd.0 was marked down in epoch %d or before, although it is alive:"
                    + " it serves no client until it is marked up again")
                .formatted(epoch));
  }

  @Test
  void whoEndsDoesNotBootAgain() {
    world.boot(1);
    world.daemon.stop(() -> {});
    world.pass();
    assertThat(asked(world, Change.Stop.class)).hasSize(1);
    markDown();
    assertThat(asked(world, Change.Boot.class)).isEmpty();
  }

  @Test
  void whoHasNoPlaceToldIsPutNowhere() {
    DaemonWorld bare = new DaemonWorld(OsdConfig.defaults(), CrushMap.builder().build());
    bare.tell(new MapUpdate(bare.map, List.of()));
    Change.Boot _ = bare.accept(Change.Boot.class);
    bare.change(
        new Incremental.PutOsd(
            new OsdInfo(
                DaemonWorld.SELF,
                DaemonWorld.identity(1).identity(),
                true,
                new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
                new OsdInfo.Endpoint(DaemonWorld.identity(1).address(), DaemonWorld.SHARDS),
                new OsdInfo.UpHistory(bare.map.epoch() + 1, 0, 0, 0))));
    assertThat(asked(bare, Change.PlaceInCrush.class)).isEmpty();
  }
}
