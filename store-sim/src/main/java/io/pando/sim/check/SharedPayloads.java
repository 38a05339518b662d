package io.pando.sim.check;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps equal payloads once. A history remembers every read: without this, a run that reads large
 * objects again and again needs gigabytes.
 */
final class SharedPayloads {
  /** Smaller payloads are not worth the look-up. */
  static final int MIN_BYTES = 1 << 10;

  /**
   * A payload, found by its checksum, which it remembers: a hash would read all of it each time.
   */
  private record Key(Payload payload) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && payload.equals(that.payload);
    }

    @Override
    public int hashCode() {
      return payload.crc32c();
    }
  }

  private final Map<Key, Payload> known = new HashMap<>();

  /** Remembers the bytes that an update writes, so that reads of them share these. */
  void learn(List<ObjectOp> ops) {
    for (ObjectOp op : ops) {
      switch (op) {
        case ObjectOp.WriteFull write -> shared(write.data());
        case ObjectOp.Write write -> shared(write.data());
        default -> {
          // No large payload.
        }
      }
    }
  }

  /** The same ending, with payloads that were seen before where there are equal ones. */
  Ending shared(Ending ending) {
    return ending instanceof Ending.Succeeded(var version, var results)
        ? new Ending.Succeeded(version, results.stream().map(this::shared).toList())
        : ending;
  }

  private OpResult shared(OpResult result) {
    return switch (result) {
      case OpResult.Data(var data) -> new OpResult.Data(shared(data));
      case OpResult.SparseData(var ranges, var data) ->
          new OpResult.SparseData(ranges, shared(data));
      default -> result;
    };
  }

  private Payload shared(Payload payload) {
    if (payload.size() < MIN_BYTES) {
      return payload;
    }
    Payload before = known.putIfAbsent(new Key(payload), payload);
    return before == null ? payload : before;
  }
}
