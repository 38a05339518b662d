package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import java.nio.ByteBuffer;

/**
 * Encodes notifications: an answer's header, in which the unique is 0 and the error number is the
 * kind of the notification, and its structure. A notification is written from the buffer's
 * beginning; the buffer is then flipped.
 */
public final class NotificationEncoder {
  private static final int POLL = 1;
  private static final int INVALIDATE_NODE = 2;
  private static final int INVALIDATE_ENTRY = 3;
  private static final int STORE = 4;
  private static final int RETRIEVE = 5;
  private static final int DELETE = 6;
  private static final int INCREMENT_EPOCH = 8;

  private static final int EXPIRES_ONLY = 1;

  /** Size of the header and of the largest structure. */
  private static final int STRUCTURE_BYTES = AnswerEncoder.HEADER_BYTES + 40;

  private NotificationEncoder() {}

  /** Bytes that a buffer for the notification needs at most. */
  public static int bytes(FuseNotification notification) {
    return STRUCTURE_BYTES
        + switch (notification) {
          case FuseNotification.InvalidateEntry entry -> entry.name().size() + 1;
          case FuseNotification.DeleteEntry entry -> entry.name().size() + 1;
          case FuseNotification.StoreData store -> store.data().size();
          default -> 0;
        };
  }

  /** Encodes a notification. */
  public static void encode(FuseNotification notification, ByteBuffer into) {
    into.clear();
    into.position(AnswerEncoder.HEADER_BYTES);
    int kind =
        switch (notification) {
          case FuseNotification.InvalidateNode node -> {
            into.putLong(node.node()).putLong(node.offset()).putLong(node.length());
            yield INVALIDATE_NODE;
          }
          case FuseNotification.InvalidateEntry entry -> {
            into.putLong(entry.parent()).putInt(entry.name().size());
            into.putInt(entry.expiresOnly() ? EXPIRES_ONLY : 0);
            putName(entry.name(), into);
            yield INVALIDATE_ENTRY;
          }
          case FuseNotification.DeleteEntry entry -> {
            into.putLong(entry.parent()).putLong(entry.child());
            into.putInt(entry.name().size()).putInt(0);
            putName(entry.name(), into);
            yield DELETE;
          }
          case FuseNotification.StoreData store -> {
            Payload data = store.data();
            into.putLong(store.node()).putLong(store.offset()).putInt(data.size()).putInt(0);
            AnswerEncoder.putData(data, into);
            yield STORE;
          }
          case FuseNotification.RetrieveData retrieve -> {
            into.putLong(retrieve.token()).putLong(retrieve.node()).putLong(retrieve.offset());
            into.putInt(retrieve.length()).putInt(0);
            yield RETRIEVE;
          }
          case FuseNotification.InvalidateNames _ -> INCREMENT_EPOCH;
          case FuseNotification.WakePoll wake -> {
            into.putLong(wake.pollHandle());
            yield POLL;
          }
        };
    into.putInt(0, into.position()).putInt(4, kind).putLong(8, 0);
    into.flip();
  }

  private static void putName(FuseName name, ByteBuffer into) {
    into.put(name.bytes()).put((byte) 0);
  }
}
