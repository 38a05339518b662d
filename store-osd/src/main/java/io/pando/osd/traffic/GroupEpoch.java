package io.pando.osd.traffic;

import io.pando.id.PgId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import java.util.Optional;

/** The group that a message is about, and its sender's epoch. */
public record GroupEpoch(PgId group, long epoch) {
  /** The group and epoch of a message about a group; empty for other messages. */
  public static Optional<GroupEpoch> of(Message message) {
    return switch (message) {
      case PeeringMessage peering -> Optional.of(new GroupEpoch(peering.group(), peering.epoch()));
      case ReplicationMessage replication ->
          Optional.of(new GroupEpoch(replication.group(), replication.epoch()));
      case RecoveryMessage recovery ->
          Optional.of(new GroupEpoch(recovery.group(), recovery.epoch()));
      case ScrubMessage scrub -> Optional.of(new GroupEpoch(scrub.group(), scrub.epoch()));
      case ObjectMessage.Request request ->
          Optional.of(new GroupEpoch(request.group(), request.epoch()));
      default -> Optional.empty();
    };
  }
}
