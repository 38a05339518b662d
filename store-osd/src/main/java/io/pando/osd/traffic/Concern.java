package io.pando.osd.traffic;

import io.pando.id.PgId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import java.util.Optional;

/** What a message is about: its group and its sender's epoch. */
public record Concern(PgId group, long epoch) {
  /** Of a message about a group; nothing for others. */
  public static Optional<Concern> of(Message message) {
    return switch (message) {
      case PeeringMessage peering -> Optional.of(new Concern(peering.group(), peering.epoch()));
      case ReplicationMessage replication ->
          Optional.of(new Concern(replication.group(), replication.epoch()));
      case RecoveryMessage recovery -> Optional.of(new Concern(recovery.group(), recovery.epoch()));
      case ScrubMessage scrub -> Optional.of(new Concern(scrub.group(), scrub.epoch()));
      case ObjectMessage.Request request ->
          Optional.of(new Concern(request.group(), request.epoch()));
      default -> Optional.empty();
    };
  }
}
