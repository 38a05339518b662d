package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Repair;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.GroupConfig;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a member does with a fragment that a scrub proved to be bad. */
class WrongFragmentTest {
  /** A fragment that is wrong and readable would be taken for a good one later. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyOneThatIsReadableAndWrongIsRemoved(boolean wrong) {
    GroupHarness harness =
        new GroupHarness(
            new MemberId(new OsdId(1), 1),
            Maps.coded(new PoolCode(CodeParameters.of(2, 1), 4096), false),
            GroupConfig.defaults(),
            GroupHarness.fresh());
    ObjectId object = GroupHarness.object("o");
    Version version = new Version(Maps.EPOCH, 7);
    harness.put(object, version, "bytes that are not right");
    new ReplicaScrub(harness.replica, new ScrubMemory())
        .onAsk(
            GroupHarness.stream(new OsdId(0)),
            new AskScrub(
                Maps.GROUP,
                Maps.EPOCH,
                1,
                new Repair(List.of(new Bad(object, version, version, wrong)))));
    harness.settle();
    assertThat(harness.said(ScrubAnswer.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsEntry(object, version);
    assertThat(harness.store.ids().contains(object)).isNotEqualTo(wrong);
  }
}
