package io.pando.message;

import io.pando.id.MemberId;

/**
 * A message between members of a group that have positions: an OSD may have copies of the group at
 * several positions, so the positions say between which copies the message goes. Replicas send the
 * message itself.
 *
 * @param from position of the sender
 * @param to position of the receiver; {@link MemberId#NO_POSITION}: the copy that leads the group
 *     on the receiver's OSD
 */
public record PositionedMessage(int from, int to, GroupMessage message) implements Message {}
