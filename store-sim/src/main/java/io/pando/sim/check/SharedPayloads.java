package io.pando.sim.check;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores equal payloads once. A history remembers every read: without this, a run that reads large
 * objects repeatedly needs gigabytes.
 */
final class SharedPayloads {
  /** Smaller payloads are not worth a look-up. */
  static final int MIN_BYTES = 1 << 10;

  /** A payload with its cached checksum as hash; hashing it each time would read all its bytes. */
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

  /** Records the bytes of an update, so that reads of equal bytes share them. */
  void learn(List<ObjectOp> ops) {
    for (ObjectOp op : ops) {
      switch (op) {
        case ObjectOp.WriteFull write -> shared(write.data());
        case ObjectOp.Write write -> shared(write.data());
        default -> {
          // No large payload in this operation.
        }
      }
    }
  }

  /** The same outcome, with its payloads replaced by equal ones seen before. */
  CallOutcome shared(CallOutcome ending) {
    return ending instanceof CallOutcome.Succeeded(var version, var results)
        ? new CallOutcome.Succeeded(version, results.stream().map(this::shared).toList())
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
