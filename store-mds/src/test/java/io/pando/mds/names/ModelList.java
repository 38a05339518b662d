package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.request.Caller;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.TreeMap;

/** An access control list of the model. A mask of -1 is none. */
record ModelList(
    int owner,
    SortedMap<Integer, Integer> users,
    int group,
    SortedMap<Integer, Integer> groups,
    int mask,
    int other) {
  static ModelList read(Payload bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    from.getInt();
    int[] plain = {0, 0, -1, 0};
    SortedMap<Integer, Integer> users = new TreeMap<>();
    SortedMap<Integer, Integer> groups = new TreeMap<>();
    while (from.hasRemaining()) {
      int tag = from.getShort();
      int bits = from.getShort();
      int id = from.getInt();
      switch (tag) {
        case 1 -> plain[0] = bits;
        case 2 -> users.put(id, bits);
        case 4 -> plain[1] = bits;
        case 8 -> groups.put(id, bits);
        case 16 -> plain[2] = bits;
        default -> plain[3] = bits;
      }
    }
    return new ModelList(plain[0], users, plain[1], groups, plain[2], plain[3]);
  }

  Payload bytes() {
    int count = 3 + users.size() + groups.size() + (mask < 0 ? 0 : 1);
    ByteBuffer to = ByteBuffer.allocate(4 + 8 * count).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    put(to, 1, owner, -1);
    users.forEach((id, bits) -> put(to, 2, bits, id));
    put(to, 4, group, -1);
    groups.forEach((id, bits) -> put(to, 8, bits, id));
    if (mask >= 0) {
      put(to, 16, mask, -1);
    }
    put(to, 32, other, -1);
    return Payload.wrap(to.array());
  }

  private static void put(ByteBuffer to, int tag, int bits, int id) {
    to.putShort((short) tag).putShort((short) bits).putInt(id);
  }

  boolean isPlain() {
    return users.isEmpty() && groups.isEmpty() && mask < 0;
  }

  int mode() {
    return owner * 64 + (mask < 0 ? group : mask) * 8 + other;
  }

  ModelList chmod(int mode) {
    int middle = mode / 8 % 8;
    return new ModelList(
        mode / 64 % 8,
        users,
        mask < 0 ? middle : group,
        groups,
        mask < 0 ? mask : middle,
        mode % 8);
  }

  /** For a new file: what both the list and the mode allow. */
  ModelList and(int mode) {
    return chmod(mode() & mode);
  }

  boolean allows(Caller caller, int ownerId, int groupId, int wanted) {
    int most = mask < 0 ? 7 : mask;
    if (caller.user() == ownerId) {
      return has(owner, wanted);
    }
    Integer named = users.get(caller.user());
    if (named != null) {
      return has(named & most, wanted);
    }
    boolean member = caller.isIn(groupId);
    boolean allowed = member && has(group & most, wanted);
    for (var each : groups.entrySet()) {
      if (caller.isIn(each.getKey())) {
        member = true;
        allowed |= has(each.getValue() & most, wanted);
      }
    }
    return member ? allowed : has(other, wanted);
  }

  private static boolean has(int bits, int wanted) {
    return (bits & wanted) == wanted;
  }
}
