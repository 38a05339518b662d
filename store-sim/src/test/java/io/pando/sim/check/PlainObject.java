package io.pando.sim.check;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sequential object for tests that gives answers: text, attributes, a version. */
final class PlainObject {
  private boolean exists;
  private String text = "";
  private SortedMap<String, Payload> attributes = new TreeMap<>();
  private Version last = Version.ZERO;
  private int changes;

  PlainObject copy() {
    PlainObject copy = new PlainObject();
    copy.exists = exists;
    copy.text = text;
    copy.attributes = new TreeMap<>(attributes);
    copy.last = last;
    copy.changes = changes;
    return copy;
  }

  Version version() {
    return exists ? last : Version.ZERO;
  }

  /** Version of the last change, also if that removed it. */
  Version last() {
    return last;
  }

  /** How often it was changed. */
  int changes() {
    return changes;
  }

  private void become(PlainObject other) {
    exists = other.exists;
    text = other.text;
    attributes = other.attributes;
    last = other.last;
    changes = other.changes;
  }

  /**
   * Runs a vector.
   *
   * @param next version of a change
   */
  OpOutcome run(List<ObjectOp> ops, Version next) {
    PlainObject draft = copy();
    List<OpResult> results = new ArrayList<>();
    boolean changes = false;
    for (int i = 0; i < ops.size(); i++) {
      OpError error = draft.error(ops.get(i), version());
      if (error != null) {
        return new OpOutcome.Failed(error, i, "");
      }
      changes |= ops.get(i) instanceof ObjectOp.Mutation;
      results.add(draft.apply(ops.get(i)));
    }
    if (changes) {
      draft.last = next;
      draft.changes++;
    }
    become(draft);
    return new OpOutcome.Succeeded(changes ? next : version(), results);
  }

  private @Nullable OpError error(ObjectOp op, Version before) {
    return switch (op) {
      case ObjectOp.Query _, ObjectOp.AssertExists _, ObjectOp.Remove _ when !exists ->
          OpError.NOT_FOUND;
      case ObjectOp.Create create when create.exclusive() && exists -> OpError.ALREADY_EXISTS;
      case ObjectOp.GetAttribute get when !attributes.containsKey(get.name()) ->
          OpError.NO_ATTRIBUTE;
      case ObjectOp.RemoveAttribute remove when !attributes.containsKey(remove.name()) ->
          OpError.NO_ATTRIBUTE;
      case ObjectOp.AssertVersion it when !it.version().equals(before) -> OpError.VERSION_MISMATCH;
      case ObjectOp.CompareAttribute it
          when it.comparison() != ObjectOp.Comparison.EQUAL
              || !attributes.getOrDefault(it.name(), Payload.EMPTY).equals(it.value()) ->
          OpError.CONDITION_FAILED;
      default -> null;
    };
  }

  private OpResult apply(ObjectOp op) {
    switch (op) {
      case ObjectOp.Read _ -> {
        return new OpResult.Data(Payload.utf8(text));
      }
      case ObjectOp.Stat _ -> {
        return new OpResult.Stat(text.length(), last, 0);
      }
      case ObjectOp.ListAttributes _ -> {
        return new OpResult.Attributes(new TreeMap<>(attributes));
      }
      case ObjectOp.WriteFull write -> text = write.data().toUtf8();
      case ObjectOp.Append append -> text += append.data().toUtf8();
      case ObjectOp.SetAttribute set -> attributes.put(set.name(), set.value());
      case ObjectOp.RemoveAttribute remove -> attributes.remove(remove.name());
      case ObjectOp.Remove _ -> {
        text = "";
        attributes.clear();
      }
      default -> {}
    }
    exists = op instanceof ObjectOp.Mutation ? !(op instanceof ObjectOp.Remove) : exists;
    return new OpResult.Done();
  }
}
