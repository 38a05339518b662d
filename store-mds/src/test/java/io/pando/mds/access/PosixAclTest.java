package io.pando.mds.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access control lists, in the text form of setfacl with numbers. */
class PosixAclTest {
  private static final Permissions OF = new Permissions(0, 1, 10);

  /** Bytes of a list such as {@code u::7 u:5:6 g::4 m::7 o::0}. */
  private static Payload bytes(String text) {
    String[] entries = text.split(" ", -1);
    ByteBuffer to =
        ByteBuffer.allocate(4 + 8 * entries.length).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    for (String entry : entries) {
      String[] parts = entry.split(":", -1);
      boolean named = !parts[1].isEmpty();
      int tag =
          switch (parts[0]) {
            case "u" -> named ? 2 : 1;
            case "g" -> named ? 8 : 4;
            case "m" -> 16;
            case "o" -> 32;
            default -> 3;
          };
      to.putShort((short) tag);
      to.putShort(Short.parseShort(parts[2]));
      to.putInt(named ? Integer.parseInt(parts[1]) : 99);
    }
    return Payload.wrap(to.array());
  }

  @Test
  void listsReadBackWithoutTheIdsThatMeanNothing() {
    Payload encoded = PosixAcl.parse(bytes("u::7 u:5:6 g::4 g:6:1 m::7 o::0")).encode();
    assertThat(encoded.toByteArray()).hasSize(52).startsWith(2, 0, 0, 0, 1, 0, 7, 0, -1, -1);
    assertThat(PosixAcl.parse(encoded).encode()).isEqualTo(encoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u::7 g::4", // others are missing
        "u::7 o::0", // the group is missing
        "g::4 o::0", // the owner is missing
        "u::7 u:5:6 g::4 o::0", // a named entry needs a mask
        "u::7 g::4 g:6:1 o::0",
        "g::4 u::7 o::0", // order
        "u::7 u::7 g::4 o::0",
        "u::7 g::4 m::1 m::1 o::0",
        "u::8 g::4 o::0", // bits
        "x::7 g::4 o::0",
        "u::7 u:-1:6 g::4 m::7 o::0" // no such user
      })
  void invalidListsAreRefused(String text) {
    Payload bytes = bytes(text);
    assertThatThrownBy(() -> PosixAcl.parse(bytes)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytesThatAreNotListsAreRefused() {
    Payload list = bytes("u::7 g::4 o::0");
    for (int size = 0; size < list.size(); size++) {
      Payload part = list.slice(0, size);
      assertThatThrownBy(() -> PosixAcl.parse(part))
          .as(size + " bytes")
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(PosixAcl.isEmpty(Payload.EMPTY)).isTrue();
    assertThat(PosixAcl.isEmpty(list.slice(0, 4))).isTrue();
    assertThat(PosixAcl.isEmpty(list)).isFalse();
    assertThat(PosixAcl.isOfKnownVersion(Payload.wrap(new byte[] {1, 0, 0, 0}))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // list, mode before, mode after
    "u::7 g::4 o::0, 0640, 0740",
    "u::7 g::4 m::1 o::2, 6000, 6712",
    "u::6 u:5:7 g::7 m::5 o::5, 1777, 1655"
  })
  void modesHaveTheMaskAsGroup(String list, String before, String after) {
    assertThat(PosixAcl.parse(bytes(list)).mode(Integer.parseInt(before, 8)))
        .isEqualTo(Integer.parseInt(after, 8));
  }

  @ParameterizedTest
  @CsvSource({
    // list, mode, list after
    "u::7 g::4 o::0, 0123, u::1 g::2 o::3",
    "u::7 g::4 m::1 o::2, 0567, u::5 g::4 m::6 o::7"
  })
  void settingTheModeSetsTheMask(String list, String mode, String after) {
    PosixAcl changed = PosixAcl.parse(bytes(list)).withMode(Integer.parseInt(mode, 8));
    assertThat(changed.encode()).isEqualTo(PosixAcl.parse(bytes(after)).encode());
  }

  @ParameterizedTest
  @CsvSource({
    // default list, mode, mode of the file, list of the file
    "u::7 g::5 o::5, 0666, 0644, u::6 g::4 o::4",
    "u::7 u:5:7 g::7 m::7 o::0, 4666, 4660, u::6 u:5:7 g::7 m::6 o::0",
    "u::7 u:5:7 g::7 m::2 o::7, 0777, 0727, u::7 u:5:7 g::7 m::2 o::7"
  })
  void newFilesGetWhatBothAllow(String list, String mode, String made, String after) {
    PosixAcl.Inherited inherited = PosixAcl.parse(bytes(list)).inherit(Integer.parseInt(mode, 8));
    assertThat(inherited.mode()).isEqualTo(Integer.parseInt(made, 8));
    assertThat(inherited.list().encode()).isEqualTo(PosixAcl.parse(bytes(after)).encode());
  }

  @ParameterizedTest
  @CsvSource({
    // user, its groups, list, wanted, allowed
    "1, 10, u::7 g::0 o::0, 7, true",
    "1, 10, u::0 g::7 o::7, 1, false",
    "5, 0, u::0 u:5:6 g::0 m::7 o::7, 6, true",
    "5, 0, u::0 u:5:6 g::0 m::4 o::7, 2, false",
    "5, 10, u::0 u:5:0 g::7 m::7 o::7, 1, false",
    "6, 10, u::0 g::4 g:20:2 m::7 o::7, 4, true",
    "6, 20, u::0 g::4 g:20:2 m::7 o::7, 2, true",
    "6, 20, u::0 g::4 g:20:2 m::7 o::7, 4, false",
    "6, 10, u::0 g::4 g:20:2 m::3 o::7, 4, false",
    "6, 30, u::0 g::4 g:20:2 m::0 o::5, 5, true",
    "6, 30, u::0 g::4 g:20:2 m::7 o::5, 2, false"
  })
  void entriesApplyInTheirOrder(int user, int group, String list, int wanted, boolean allowed) {
    Caller caller = new Caller(user, 99, List.of(group));
    assertThat(PosixAcl.parse(bytes(list)).allows(OF, caller, wanted)).isEqualTo(allowed);
  }
}
