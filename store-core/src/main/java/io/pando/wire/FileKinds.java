package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Shape;
import io.pando.format.FileMapRecords;
import io.pando.format.InodeRecords;
import io.pando.format.LockRecords;
import io.pando.format.RequestRecords;
import io.pando.format.SessionRecords;
import io.pando.message.FileMessage;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kinds of messages between clients of a file system and metadata servers: 144 to 159 from clients,
 * 160 to 175 from servers.
 */
final class FileKinds {
  private static final List<Kind> OF_CLIENTS =
      List.of(
          new Kind(
              144,
              Shape.of(
                  FileMessage.OpenSession.class,
                  fixed64(1),
                  one(2, FileMapRecords.SYSTEM_ID),
                  uint32(3),
                  one(4, SessionRecords.CLIENT))),
          new Kind(145, Shape.of(FileMessage.RenewSession.class, uint64(1))),
          new Kind(146, Shape.of(FileMessage.CloseSession.class)),
          new Kind(
              147,
              Shape.of(
                  FileMessage.FileRequest.class,
                  uint64(1),
                  uint64(2),
                  uint64(3),
                  one(4, RequestRecords.CALLER),
                  one(5, RequestRecords.REQUEST),
                  one(6, InodeRecords.TIMESTAMP))),
          new Kind(
              148,
              Shape.of(
                  FileMessage.UpdateCapabilities.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.CAPABILITIES),
                  one(3, InodeRecords.CAPABILITIES),
                  uint64(4),
                  optional(5, SessionRecords.STATE))),
          new Kind(
              149, Shape.of(FileMessage.Reconnect.class, list(1, SessionRecords.HELD), bool(2))),
          new Kind(154, Shape.of(FileMessage.AwaitJournal.class)),
          new Kind(
              155, Shape.of(FileMessage.AskJournal.class, uint64(1), one(2, InodeRecords.INO))));

  private static final List<Kind> OF_SERVERS =
      List.of(
          new Kind(
              160,
              Shape.of(
                  FileMessage.SessionOpened.class,
                  uint64(1),
                  bool(2),
                  bool(3),
                  list(4, SessionRecords.NUMBERS))),
          new Kind(
              161, Shape.of(FileMessage.SessionRenewed.class, uint64(1), uint64(2), uint64(3))),
          new Kind(162, Shape.of(FileMessage.MoreNumbers.class, list(1, SessionRecords.NUMBERS))),
          new Kind(163, Shape.of(FileMessage.SessionClosed.class, string(1))),
          new Kind(
              164,
              Shape.of(
                  FileMessage.FileAnswer.class,
                  uint64(1),
                  uint64(2),
                  one(3, RequestRecords.ANSWER),
                  list(4, SessionRecords.GRANT),
                  optional(5, InodeRecords.INODE))),
          new Kind(165, Shape.of(FileMessage.Durable.class, uint64(1))),
          new Kind(
              166,
              Shape.of(
                  FileMessage.Grant.class,
                  one(1, SessionRecords.GRANT),
                  optional(2, InodeRecords.INODE))),
          new Kind(
              167,
              Shape.of(
                  FileMessage.Revoke.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.CAPABILITIES),
                  uint64(3))),
          new Kind(168, Shape.of(FileMessage.AskState.class, one(1, InodeRecords.INO), uint64(2))),
          new Kind(169, Shape.of(FileMessage.Recall.class, uint64(1))),
          new Kind(172, Shape.of(FileMessage.JournalWritten.class, uint64(1))));

  private static final List<Kind> OF_LOCKS =
      List.of(
          new Kind(
              150,
              Shape.of(
                  FileMessage.AskLock.class,
                  uint64(1),
                  uint64(2),
                  one(3, InodeRecords.INO),
                  one(4, LockRecords.CLAIM),
                  bool(5))),
          new Kind(
              151,
              Shape.of(
                  FileMessage.AskConflict.class,
                  uint64(1),
                  uint64(2),
                  one(3, InodeRecords.INO),
                  one(4, LockRecords.CLAIM))),
          new Kind(152, Shape.of(FileMessage.StopWaiting.class, uint64(1))),
          new Kind(153, Shape.of(FileMessage.HoldLocks.class, list(1, LockRecords.HELD))),
          new Kind(
              170,
              Shape.of(
                  FileMessage.LockAnswer.class,
                  uint64(1),
                  uint64(2),
                  optional(3, RequestRecords.ERROR),
                  optional(4, LockRecords.CLAIM))),
          new Kind(171, Shape.of(FileMessage.LocksRefused.class, list(1, LockRecords.HELD))));

  static final List<Kind> KINDS =
      Stream.of(OF_CLIENTS, OF_SERVERS, OF_LOCKS).flatMap(List::stream).toList();

  private FileKinds() {}
}
