package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Push;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.port.Peer;
import io.pando.store.ReadOutcome;
import java.util.List;

/** A replica that copies of one object are sent to, and a store that has what is sent. */
final class CopyTarget {
  static final ObjectId OBJECT = GroupHarness.object("o");
  static final Version VERSION = new Version(Maps.EPOCH, 3);
  private static final Peer VIA = GroupHarness.stream(new OsdId(0));

  final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private final GroupHarness source =
      new GroupHarness(new OsdId(0), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private ReplicaRecovery recovery = new ReplicaRecovery(harness.replica);

  Push push(String bytes) {
    return push(bytes, Cursor.START);
  }

  Push push(String bytes, Cursor from) {
    return push(VERSION, bytes, from);
  }

  /** The object with these bytes in a version, from a cursor on: one piece. */
  Push push(Version version, String bytes, Cursor from) {
    source.put(OBJECT, version, bytes);
    ReadOutcome.Found read =
        (ReadOutcome.Found) source.store.read(OBJECT, ObjectPieces.query(from, 4_096));
    return push(version, ObjectPieces.cut(read.view(), from, 4_096));
  }

  static Push push(Version version, Piece piece) {
    Copied copied = new Copied(OBJECT, version, piece);
    return new Push(Maps.GROUP, Maps.EPOCH, List.of(copied));
  }

  /** The object is missing. */
  void lack() {
    harness.replica.noteMissing(OBJECT, VERSION);
    harness.settle();
  }

  /** The object is here in another version than the one that is missing. */
  void lackOverAnother() {
    harness.replica.append(harness.update("o", RequestId.NONE), Version.ZERO, Awaiting.nothing());
    lack();
    assertThat(harness.replica.tree().tree().unsureLeaves()).isZero();
    harness.effects();
  }

  /** Objects that were sent, with all that they have. */
  Object copied() {
    return source.store.contents();
  }

  /** Pieces come over the network. */
  void receive(Push push) {
    recovery.onPush(VIA, push);
  }

  /** Another interval begins. */
  void restart() {
    recovery = new ReplicaRecovery(harness.replica);
  }
}
