package io.pando.cli.command.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.output.Json;
import io.pando.cluster.Placement;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import io.pando.report.group.MissingObject;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Reports name a fragment by its OSD and position, and a replica by its OSD. */
class MembersInReportsTest {
  private static final ObjectId OBJECT = Placement.object("o");
  private static final Version VERSION = new Version(3, 4);
  private static final MemberId REPLICA = MemberId.of(new OsdId(3));
  private static final MemberId FRAGMENT = new MemberId(new OsdId(3), 2);

  private static InconsistentObject inconsistent(MemberId member) {
    return new InconsistentObject(
        OBJECT,
        VERSION,
        true,
        List.of(
            new InconsistentObject.BadCopy(
                member, new TreeSet<>(List.of(CopyFault.BYTES)), "other bytes")));
  }

  private static MissingObject missing(MemberId... members) {
    TreeSet<MemberId> some = new TreeSet<>(List.of(members));
    return new MissingObject(
        OBJECT,
        VERSION,
        some,
        new MissingObject.Search(
            MissingObject.State.UNFOUND, some, new TreeSet<>(), false, Version.ZERO));
  }

  /** The only copy of an inconsistent object. */
  private static Map<String, ?> copy(MemberId member) {
    Object copies = GroupView.json(inconsistent(member)).map().get("copies");
    return copies instanceof List<?> list && list.getFirst() instanceof Json copy
        ? copy.map()
        : Map.of();
  }

  @Test
  void textNamesThePosition() {
    assertThat(ScrubOrder.line(inconsistent(FRAGMENT)))
        .isEqualTo("o at 3'4: osd.3(2) bytes (other bytes)");
    assertThat(ScrubOrder.line(inconsistent(REPLICA)))
        .isEqualTo("o at 3'4: osd.3 bytes (other bytes)");
    assertThat(missing(FRAGMENT).toString())
        .endsWith("lacked by [osd.3(2)], unfound, asked without success: [osd.3(2)]");
  }

  @Test
  void jsonNamesThePosition() {
    assertThat(copy(FRAGMENT).get("osd")).isEqualTo(3);
    assertThat(copy(FRAGMENT).get("position")).isEqualTo(2);
    assertThat(copy(REPLICA)).containsKey("osd").doesNotContainKey("position");
    Map<String, ?> json = GroupView.json(missing(FRAGMENT, new MemberId(new OsdId(3), 5))).map();
    assertThat(json.get("lacked_by")).isEqualTo(List.of(3, 3));
    assertThat(json.get("lacked_by_positions")).isEqualTo(List.of(2, 5));
    assertThat(json.get("asked_in_vain_positions")).isEqualTo(List.of(2, 5));
    assertThat(GroupView.json(missing(REPLICA)).map())
        .containsEntry("lacked_by", List.of(3))
        .doesNotContainKeys("lacked_by_positions", "asked_in_vain_positions");
  }
}
