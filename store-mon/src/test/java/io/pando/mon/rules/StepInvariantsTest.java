package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.StepInvariants;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StepInvariantsTest {
  private static final OsdId OSD = new OsdId(0);
  private static final Terms TERMS =
      new Terms(
          0,
          0,
          new MonitorRules(
              new MonitorRules.FailureReporting(2, 5_000),
              new MonitorRules.Marking(20_000, 50, 20),
              new FlapSettings(2, 10_000, 2_000, 5_000),
              20,
              new MonitorRules.PoolDefaults(2, 4, 5_000)));

  private final MonitorState first = MonitorState.beginning(RuleBook.firstMap());

  private static MonitorState with(MonitorState state, OsdInfo osd) {
    return state.advance(List.of(new Incremental.PutOsd(osd)), TERMS);
  }

  private static OsdInfo up(long nonce, long epoch) {
    return OsdEdits.raised(
        OsdInfo.fresh(OSD), RuleBook.boot(0, nonce, new UUID(1, 2)), epoch, true);
  }

  private static void refuses(MonitorState before, MonitorState after, String message) {
    assertThatThrownBy(() -> StepInvariants.check(before, after))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining(message);
  }

  @Test
  void numbersOfPoolsDoNotGoBack() {
    StepInvariants.check(first, first.withNextPool(first.nextPool() + 1));
    refuses(first, first.withNextPool(first.nextPool() - 1), "pool");
  }

  @Test
  void anIncarnationComesUpOnceTheOneBeforeWentDown() {
    MonitorState one = with(first, up(1, 2));
    StepInvariants.check(first, one);
    StepInvariants.check(one, with(one, up(1, 3)));
    refuses(one, with(one, up(2, 3)), "comes up beside another");
    MonitorState down = OsdEdits.takeDown(one, List.of(OSD), TERMS);
    StepInvariants.check(one, down);
    refuses(down, with(down, up(2, 4)), "its epochs go back");
  }
}
