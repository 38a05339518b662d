package io.pando.format;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.codec.EnumType;
import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.fs.CapabilitySet;
import io.pando.fs.DirFragment;
import io.pando.fs.DirFragments;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Quota;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import java.util.List;

/** Formats of inodes and directory entries, stored and as parts of messages. */
public final class InodeRecords {
  public static final Type<Ino> INO = Scalar.UINT64.as(Ino.class, Ino::new, Ino::value);

  public static final Type<EntryName> NAME =
      Scalar.BYTES.as(EntryName.class, EntryName::of, EntryName::bytes);

  public static final Type<CapabilitySet> CAPABILITIES =
      Scalar.UINT32.as(CapabilitySet.class, CapabilitySet::new, CapabilitySet::bits);

  public static final Type<FileType> FILE_TYPE =
      EnumType.of(
          "FileType",
          List.of(
              FileType.REGULAR,
              FileType.DIRECTORY,
              FileType.SYMLINK,
              FileType.BLOCK_DEVICE,
              FileType.CHARACTER_DEVICE,
              FileType.FIFO,
              FileType.SOCKET));

  public static final Shape<DirFragment> FRAGMENT =
      Shape.of(DirFragment.class, uint32(1), uint32(2));

  public static final Shape<FragmentId> FRAGMENT_ID =
      Shape.of(FragmentId.class, one(1, INO), group(DirFragment.class, uint32(2), uint32(3)));

  public static final Shape<FileLayout> LAYOUT =
      Shape.of(FileLayout.class, uint32(1), uint32(2), uint32(3), one(4, Ids.POOL));

  /** A time of a file. */
  public static final Shape<Timestamp> TIMESTAMP = Shape.of(Timestamp.class, uint64(1), uint32(2));

  private static final Shape<SubtreeTotals> SUBTREE =
      Shape.of(SubtreeTotals.class, uint64(1), uint64(2), uint64(3));

  /** Totals of a fragment of a directory, or of all of its fragments. */
  public static final Shape<FragmentTotals> TOTALS =
      Shape.of(FragmentTotals.class, uint64(1), uint64(2), one(3, SUBTREE), one(4, TIMESTAMP));

  private static final Shape<Quota> QUOTA = Shape.of(Quota.class, uint64(1), uint64(2));

  private static final Union<InodeContent> CONTENT =
      Union.of(
          InodeContent.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      "FileContent",
                      InodeContent.File.class,
                      one(1, LAYOUT),
                      uint64(2),
                      uint64(3),
                      uint64(4),
                      uint64(5))),
              variant(
                  2,
                  Shape.of(
                      "DirectoryContent",
                      InodeContent.Directory.class,
                      list(
                          1, FRAGMENT, DirFragments.class, DirFragments::of, DirFragments::inOrder),
                      one(2, TOTALS),
                      one(3, QUOTA),
                      optional(4, LAYOUT))),
              variant(3, Shape.of(InodeContent.Symlink.class, one(1, PayloadType.PAYLOAD))),
              variant(4, Shape.of(InodeContent.Special.class, one(1, FILE_TYPE), uint32(2)))));

  public static final Shape<Inode> INODE =
      Shape.of(
          Inode.class,
          one(1, INO),
          group(Permissions.class, uint32(2), uint32(3), uint32(4)),
          group(
              FileTimes.class,
              one(5, TIMESTAMP),
              one(6, TIMESTAMP),
              one(7, TIMESTAMP),
              one(8, TIMESTAMP)),
          uint32(9),
          one(10, CONTENT),
          GroupRecords.payloads(11));

  public static final Union<DirEntry> ENTRY =
      Union.of(
          DirEntry.class,
          List.of(
              variant(1, Shape.of(DirEntry.Primary.class, one(1, INODE))),
              variant(2, Shape.of(DirEntry.Remote.class, one(1, INO), one(2, FILE_TYPE)))));

  private InodeRecords() {}
}
