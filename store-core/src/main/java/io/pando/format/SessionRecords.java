package io.pando.format;

import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Shape;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.fs.session.InoRange;

/** Formats of what a client of a file system and a metadata server agree on in a session. */
public final class SessionRecords {
  public static final Shape<ClientIdentity> CLIENT =
      Shape.of(ClientIdentity.class, string(1), string(2), string(3));

  public static final Shape<InoRange> NUMBERS =
      Shape.of(InoRange.class, one(1, InodeRecords.INO), uint32(2));

  public static final Shape<CapabilityGrant> GRANT =
      Shape.of(
          CapabilityGrant.class,
          one(1, InodeRecords.INO),
          one(2, InodeRecords.CAPABILITIES),
          uint64(3),
          uint64(4));

  public static final Shape<FileState> STATE =
      Shape.of(
          FileState.class,
          uint64(1),
          uint64(2),
          one(3, InodeRecords.TIMESTAMP),
          one(4, InodeRecords.TIMESTAMP),
          uint64(5));

  public static final Shape<HeldCapability> HELD =
      Shape.of(
          HeldCapability.class,
          one(1, InodeRecords.INO),
          one(2, InodeRecords.CAPABILITIES),
          one(3, InodeRecords.CAPABILITIES),
          optional(4, InodeRecords.INO),
          optional(5, InodeRecords.NAME),
          optional(6, STATE));

  private SessionRecords() {}
}
