package io.pando.fs.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessList.Entry;
import io.pando.fs.access.AccessList.Tag;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.id.PoolId;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessCheckTest {
  private static final int OWNER = 1000;
  private static final int GROUP = 100;
  private static final Caller OF_OWNER = new Caller(OWNER, GROUP, List.of());
  private static final Caller OF_GROUP = new Caller(1001, 7, List.of(GROUP));
  private static final Caller STRANGER = new Caller(1002, 7, List.of());

  /** Written by setfacl -m u:1002:rwx,g:8:r-x,m::r-x on a file of mode 0640. */
  private static final String BY_LINUX =
      "0200000001000600ffffffff02000700ea03000004000400ffffffff080005000800000010000500ffffffff"
          + "20000000ffffffff";

  private static final AccessList LIST =
      new AccessList(
          List.of(
              new Entry(Tag.OWNER, 6, -1),
              new Entry(Tag.USER, 7, 1002),
              new Entry(Tag.OWNING_GROUP, 4, -1),
              new Entry(Tag.GROUP, 5, 8),
              new Entry(Tag.MASK, 5, -1),
              new Entry(Tag.OTHERS, 0, -1)));

  private static Inode inode(int mode, @Nullable AccessList list, boolean directory) {
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    if (list != null) {
      attributes.put(AccessList.ACCESS, list.value());
    }
    return new Inode(
        Ino.FIRST_FREE,
        new Permissions(mode, OWNER, GROUP),
        FileTimes.bornAt(Timestamp.EPOCH),
        1,
        directory
            ? InodeContent.Directory.empty()
            : InodeContent.File.empty(FileLayout.usual(new PoolId(1))),
        attributes);
  }

  private static boolean allows(Caller caller, int mode, int things) {
    return AccessCheck.allows(caller, inode(mode, null, false), things);
  }

  @Test
  void theFirstClassThatFitsDecides() {
    assertThat(allows(OF_OWNER, 0077, AccessCheck.READ)).isFalse();
    assertThat(allows(OF_GROUP, 0707, AccessCheck.READ)).isFalse();
    assertThat(allows(STRANGER, 0770, AccessCheck.READ)).isFalse();
    assertThat(allows(OF_OWNER, 0600, AccessCheck.READ | AccessCheck.WRITE)).isTrue();
    assertThat(allows(OF_GROUP, 0040, AccessCheck.READ)).isTrue();
    assertThat(allows(STRANGER, 0001, AccessCheck.EXECUTE)).isTrue();
    assertThat(allows(STRANGER, 0004, AccessCheck.READ | AccessCheck.WRITE)).isFalse();
  }

  @Test
  void theSuperuserExecutesOnlyWhatIsAProgram() {
    assertThat(allows(Caller.ROOT, 0, AccessCheck.READ | AccessCheck.WRITE)).isTrue();
    assertThat(allows(Caller.ROOT, 0666, AccessCheck.EXECUTE)).isFalse();
    assertThat(allows(Caller.ROOT, 0010, AccessCheck.EXECUTE)).isTrue();
    assertThat(AccessCheck.allows(Caller.ROOT, inode(0, null, true), AccessCheck.EXECUTE)).isTrue();
  }

  @Test
  void aListDecidesInsteadOfTheBitsOfGroupAndOthers() {
    Inode listed = inode(0650, LIST, false);
    Caller ofNamedGroup = new Caller(1003, 8, List.of());
    Caller ofBothGroups = new Caller(1003, 8, List.of(GROUP));
    assertThat(AccessCheck.allows(OF_OWNER, listed, AccessCheck.WRITE)).isTrue();
    assertThat(AccessCheck.allows(STRANGER, listed, AccessCheck.READ | 1)).isTrue();
    assertThat(AccessCheck.allows(STRANGER, listed, AccessCheck.WRITE)).as("mask").isFalse();
    assertThat(AccessCheck.allows(OF_GROUP, listed, AccessCheck.READ)).isTrue();
    assertThat(AccessCheck.allows(OF_GROUP, listed, AccessCheck.EXECUTE)).isFalse();
    assertThat(AccessCheck.allows(ofNamedGroup, listed, AccessCheck.EXECUTE)).isTrue();
    assertThat(AccessCheck.allows(ofBothGroups, listed, AccessCheck.READ | 1)).isTrue();
    assertThat(AccessCheck.allows(new Caller(5, 5, List.of()), listed, AccessCheck.READ)).isFalse();
  }

  @Test
  void listsHaveTheBytesOfLinux() {
    Payload bytes = Payload.wrap(HexFormat.of().parseHex(BY_LINUX));
    assertThat(AccessList.parse(bytes)).contains(LIST);
    assertThat(LIST.value()).isEqualTo(bytes);
    assertThat(LIST.mask()).isEqualTo(5);
  }

  @Test
  void otherBytesAreNoList() {
    for (String bad :
        List.of(
            "",
            "02000000",
            "0100000001000600ffffffff04000400ffffffff20000000ffffffff",
            "0200000001000600ffffffff04000400ffffffff20000000ffffff",
            "0200000001000600ffffffff20000000ffffffff04000400ffffffff",
            "0200000001000600ffffffff04000400ffffffff",
            "0200000001000800ffffffff04000400ffffffff20000000ffffffff",
            "0200000001000600ffffffff03000400ffffffff20000000ffffffff",
            "0200000001000600ffffffff02000700ea03000004000400ffffffff20000000ffffffff",
            "0200000001000600ffffffff01000600ffffffff04000400ffffffff20000000ffffffff")) {
      assertThat(AccessList.parse(Payload.wrap(HexFormat.of().parseHex(bad)))).as(bad).isEmpty();
    }
  }
}
