package io.pando.mds.store;

import io.pando.bytes.Payload;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Attributes and entries in the answer of an object. An object that does not exist has none.
 *
 * @param attributes attributes by name
 * @param entries entries of the map by key
 * @param more whether more entries follow
 */
public record ObjectAnswer(
    SortedMap<String, Payload> attributes, SortedMap<String, Payload> entries, boolean more) {
  /** The content of an answer; throws {@link CallFailedException} if the call failed. */
  public static ObjectAnswer of(String object, OpOutcome outcome) throws CallFailedException {
    return switch (outcome) {
      case OpOutcome.Succeeded it -> collect(it);
      case OpOutcome.Failed it when it.error() == OpError.NOT_FOUND ->
          new ObjectAnswer(new TreeMap<>(), new TreeMap<>(), false);
      case OpOutcome.Failed it -> throw new CallFailedException(object, it);
    };
  }

  private static ObjectAnswer collect(OpOutcome.Succeeded it) {
    SortedMap<String, Payload> attributes = new TreeMap<>();
    SortedMap<String, Payload> entries = new TreeMap<>();
    boolean more = false;
    for (OpResult result : it.results()) {
      switch (result) {
        case OpResult.Attributes some -> attributes.putAll(some.attributes());
        case OpResult.Entries some -> {
          entries.putAll(some.entries());
          more |= some.more();
        }
        default -> {}
      }
    }
    return new ObjectAnswer(attributes, entries, more);
  }
}
