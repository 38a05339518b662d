package io.pando.mon;

import io.pando.bytes.Payload;
import io.pando.cluster.ChangeOutcome;

/**
 * The bytes of what stands in the monitors' log, of its results, and of its snapshots. Bytes that
 * are none of these are answered with {@link UnreadableCommandException}.
 */
public interface CommandCodec {
  Payload encodeCommand(Command command);

  Command decodeCommand(Payload bytes);

  Payload encodeOutcome(ChangeOutcome outcome);

  ChangeOutcome decodeOutcome(Payload bytes);

  Payload encodeState(MonitorState state);

  MonitorState decodeState(Payload bytes);
}
