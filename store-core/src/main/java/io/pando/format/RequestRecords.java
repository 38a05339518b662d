package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Union.variant;

import io.pando.codec.EnumType;
import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import java.util.List;
import java.util.stream.Stream;

/** Formats of requests to metadata servers, and of their answers. */
public final class RequestRecords {
  /** The process for which a client asks. */
  public static final Shape<Caller> CALLER =
      Shape.of(Caller.class, uint32(1), uint32(2), list(3, Scalar.UINT32));

  private static final Type<FsRequest.RenameMode> RENAME_MODE =
      EnumType.of(
          "RenameMode",
          FsRequest.RenameMode.REPLACE,
          List.of(FsRequest.RenameMode.NO_REPLACE, FsRequest.RenameMode.EXCHANGE));

  private static final Type<FsRequest.XattrMode> XATTR_MODE =
      EnumType.of(
          "XattrMode",
          FsRequest.XattrMode.EITHER,
          List.of(FsRequest.XattrMode.CREATE, FsRequest.XattrMode.REPLACE));

  private static final Union<FsRequest.NewContent> NEW_CONTENT =
      Union.of(
          FsRequest.NewContent.class,
          List.of(
              variant(1, Shape.of(FsRequest.NewContent.NewFile.class)),
              variant(2, Shape.of(FsRequest.NewContent.NewDirectory.class)),
              variant(
                  3, Shape.of(FsRequest.NewContent.NewSymlink.class, one(1, PayloadType.PAYLOAD))),
              variant(
                  4,
                  Shape.of(
                      FsRequest.NewContent.NewSpecial.class,
                      one(1, InodeRecords.FILE_TYPE),
                      uint32(2))),
              variant(
                  5,
                  Shape.of(
                      FsRequest.NewContent.NewWritten.class,
                      optional(1, InodeRecords.LAYOUT),
                      uint64(2)))));

  private static final Union<TimeChange> TIME_CHANGE =
      Union.of(
          TimeChange.class,
          List.of(
              variant(1, Shape.of(TimeChange.ToNow.class)),
              variant(2, Shape.of("ToTime", TimeChange.To.class, one(1, InodeRecords.TIMESTAMP)))));

  private static final Shape<InodeChange> ATTRIBUTE_CHANGE =
      Shape.of(
          InodeChange.class,
          optional(1, Scalar.UINT32),
          optional(2, Scalar.UINT32),
          optional(3, Scalar.UINT32),
          optional(4, Scalar.UINT64),
          optional(5, TIME_CHANGE),
          optional(6, TIME_CHANGE));

  private static final List<Union.Variant<? extends FsRequest>> QUERIES =
      List.of(
          variant(
              1,
              Shape.of(
                  FsRequest.Lookup.class, one(1, InodeRecords.INO), one(2, InodeRecords.NAME))),
          variant(2, Shape.of(FsRequest.GetInode.class, one(1, InodeRecords.INO))),
          variant(3, Shape.of(FsRequest.GetParent.class, one(1, InodeRecords.INO))),
          variant(
              4,
              Shape.of(
                  FsRequest.ListDirectory.class,
                  one(1, InodeRecords.INO),
                  uint64(2),
                  optional(3, InodeRecords.NAME),
                  uint32(4))));

  private static final List<Union.Variant<? extends FsRequest>> CHANGES =
      List.of(
          variant(
              20,
              Shape.of(
                  FsRequest.Make.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.NAME),
                  one(3, InodeRecords.INO),
                  uint32(4),
                  uint32(5),
                  one(6, NEW_CONTENT))),
          variant(
              21,
              Shape.of(
                  FsRequest.Link.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.INO),
                  one(3, InodeRecords.NAME))),
          variant(
              22,
              Shape.of(
                  "RemoveName",
                  FsRequest.Remove.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.NAME),
                  bool(3))),
          variant(
              23,
              Shape.of(
                  FsRequest.Rename.class,
                  one(1, InodeRecords.INO),
                  one(2, InodeRecords.NAME),
                  one(3, InodeRecords.INO),
                  one(4, InodeRecords.NAME),
                  one(5, RENAME_MODE))),
          variant(
              24,
              Shape.of(
                  FsRequest.SetAttributes.class,
                  one(1, InodeRecords.INO),
                  one(2, ATTRIBUTE_CHANGE))),
          variant(
              25,
              Shape.of(
                  FsRequest.SetXattr.class,
                  one(1, InodeRecords.INO),
                  string(2),
                  one(3, PayloadType.PAYLOAD),
                  one(4, XATTR_MODE))),
          variant(26, Shape.of(FsRequest.RemoveXattr.class, one(1, InodeRecords.INO), string(2))));

  /** A request. */
  public static final Union<FsRequest> REQUEST =
      Union.of(FsRequest.class, Stream.of(QUERIES, CHANGES).flatMap(List::stream).toList());

  /** Why a request failed. */
  public static final Type<FsError> ERROR =
      EnumType.of(
          "FsError",
          List.of(
              FsError.EPERM,
              FsError.ENOENT,
              FsError.EIO,
              FsError.EAGAIN,
              FsError.EACCES,
              FsError.EBUSY,
              FsError.EEXIST,
              FsError.EXDEV,
              FsError.ENOTDIR,
              FsError.EISDIR,
              FsError.EINVAL,
              FsError.EFBIG,
              FsError.ENOSPC,
              FsError.EROFS,
              FsError.EMLINK,
              FsError.ERANGE,
              FsError.EDEADLK,
              FsError.ENAMETOOLONG,
              FsError.ENOLCK,
              FsError.ENOTEMPTY,
              FsError.ELOOP,
              FsError.ENODATA,
              FsError.EOPNOTSUPP,
              FsError.ESTALE,
              FsError.EDQUOT,
              FsError.E2BIG,
              FsError.EINTR));

  private static final Shape<FsAnswer.Entry> LISTED =
      Shape.of(
          "ListedEntry",
          FsAnswer.Entry.class,
          one(1, InodeRecords.NAME),
          one(2, InodeRecords.INODE));

  /** An answer. */
  public static final Union<FsAnswer> ANSWER =
      Union.of(
          FsAnswer.class,
          List.of(
              variant(1, Shape.of("FsDone", FsAnswer.Done.class)),
              variant(2, Shape.of(FsAnswer.Found.class, one(1, InodeRecords.INODE))),
              variant(3, Shape.of(FsAnswer.Listing.class, list(1, LISTED), bool(2))),
              variant(4, Shape.of("FsFailed", FsAnswer.Failed.class, one(1, ERROR)))));

  private RequestRecords() {}
}
