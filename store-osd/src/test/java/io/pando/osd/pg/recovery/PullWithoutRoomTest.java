package io.pando.osd.pg.recovery;

import static io.pando.osd.pg.recovery.RecoveringPrimary.B;
import static io.pando.osd.pg.recovery.RecoveringPrimary.C;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.Push;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.copy.ObjectPieces;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary has no room for the objects that it lacks. */
final class PullWithoutRoomTest {
  private static final Version AT = new Version(Maps.EPOCH, 3);
  private static final ObjectId FIRST = GroupHarness.object("first");
  private static final ObjectId SECOND = GroupHarness.object("second");

  private final RecoveringPrimary primary = new RecoveringPrimary();
  private final GroupHarness source =
      new GroupHarness(B.osd(), Maps.of(3, Replication.PRIMARY), RecoveryModel.config(false));

  @BeforeEach
  void lack() {
    primary.harness.replica.noteMissing(FIRST, AT);
    primary.harness.replica.noteMissing(SECOND, AT);
    primary.peer(B, 0);
    primary.peer(C, 0);
    primary.recovery.begin();
    primary.effects();
    primary.harness.setRoom(false);
  }

  private Copied copy(ObjectId object) {
    source.put(object, AT, "bytes of " + object.name());
    ReadOutcome.Found read =
        (ReadOutcome.Found) source.store.read(object, ObjectPieces.query(Cursor.START, 4_096));
    return new Copied(object, AT, ObjectPieces.cut(read.view(), Cursor.START, 4_096));
  }

  /** Requests the objects, and gets them; returns the reports. */
  private List<String> pull(ObjectId... objects) {
    List<Copied> pieces = new ArrayList<>();
    for (ObjectId object : objects) {
      primary.recovery.prioritize(object);
      pieces.add(copy(object));
    }
    List<Effect> effects = primary.effects();
    assertThat(effects).anyMatch(it -> it instanceof Effect.Send(var to, Pull _) && to.equals(B));
    primary.recovery.onMessage(B, new Push(Maps.GROUP, Maps.EPOCH, pieces));
    return primary.effects().stream()
        .filter(Effect.Report.class::isInstance)
        .map(it -> ((Effect.Report) it).what())
        .toList();
  }

  @Test
  void itIsToldOnceAndNotOfEachObject() {
    assertThat(pull(FIRST, SECOND)).containsExactly(Maps.GROUP + ": no space to recover " + FIRST);
    assertThat(primary.harness.replica.missing()).containsOnlyKeys(FIRST, SECOND);
    assertThat(primary.heard)
        .as("the searches ended, for whoever waits for that")
        .containsExactly("available first", "available second");
    assertThat(primary.recovery.isWhole()).isFalse();
  }

  @Test
  void anotherObjectForWhichThereIsNoRoomIsNoNews() {
    assertThat(pull(FIRST)).containsExactly(Maps.GROUP + ": no space to recover " + FIRST);
    assertThat(pull(SECOND)).isEmpty();
  }

  @Test
  void whatWasSetAsideComesWhenThereIsRoom() {
    pull(FIRST, SECOND);
    primary.harness.setRoom(true);
    primary.harness.pass(5 * RecoveryModel.RETRY_NANOS + 1);
    primary.recovery.onTick();
    assertThat(pull(FIRST, SECOND)).isEmpty();
    assertThat(primary.harness.replica.missing()).isEmpty();
    assertThat(primary.heard).contains("available first", "available second");
  }
}
