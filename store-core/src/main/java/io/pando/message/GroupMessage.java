package io.pando.message;

import io.pando.id.PgId;

/** A message between the OSDs that hold, or held, a placement group. */
public sealed interface GroupMessage extends Message
    permits PeeringMessage, ReplicationMessage, RecoveryMessage, ScrubMessage, FragmentMessage {
  /** The group that the message is about. */
  PgId group();

  /** Map epoch of the sender. */
  long epoch();
}
