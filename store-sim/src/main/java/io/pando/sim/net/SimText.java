package io.pando.sim.net;

import io.pando.cluster.Incremental;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.wire.MessageText;
import java.util.List;

/** Text of messages in the trace: short, and the same in every run. */
final class SimText {
  private static final int LONGEST = 400;

  private SimText() {}

  static String of(Message message) {
    if (message instanceof MapUpdate update) {
      return "MapUpdate[" + epochs(update) + "]";
    }
    String text = MessageText.of(message);
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "…#" + Integer.toHexString(text.hashCode());
  }

  private static String epochs(MapUpdate update) {
    String full = update.full() == null ? "" : "full " + update.full().epoch() + " ";
    List<Incremental> steps = update.incrementals();
    return steps.isEmpty()
        ? full
        : full + steps.getFirst().epoch() + ".." + steps.getLast().epoch();
  }
}
