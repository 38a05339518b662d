package io.pando.format;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.uint32;

import io.pando.codec.EnumType;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import java.util.List;

/** Formats of locks of files. */
public final class LockRecords {
  private static final Type<LockFamily> FAMILY =
      EnumType.of("LockFamily", List.of(LockFamily.FLOCK, LockFamily.RECORD, LockFamily.TRANSFER));

  private static final Type<LockMode> MODE =
      EnumType.of("LockMode", LockMode.NONE, List.of(LockMode.SHARED, LockMode.EXCLUSIVE));

  public static final Shape<LockClaim> CLAIM =
      Shape.of(
          LockClaim.class, one(1, FAMILY), fixed64(2), uint32(3), one(4, MODE), one(5, Ids.RANGE));

  public static final Shape<HeldLock> HELD =
      Shape.of(HeldLock.class, one(1, InodeRecords.INO), one(2, CLAIM));

  private LockRecords() {}
}
