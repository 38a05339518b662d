package io.pando.osd.pg.op;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.log.GroupLog;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One vector in execution: the state of the object after the operations so far. */
final class VectorExecution {
  private final ExecutionResult.Target target;
  private final @Nullable ObjectView view;
  private final OpLimits limits;
  private final QueryAnswers answers;
  private final List<OpResult> results = new ArrayList<>();
  private final List<StoreOp.OnObject> steps = new ArrayList<>();
  private final ClientAttributes attributes = new ClientAttributes();
  private boolean exists;
  private long size;

  /** Ends an execution; never leaves this class. */
  private static final class Refused extends Exception {
    private final transient OpError error;

    Refused(OpError error, String detail) {
      super(detail, null, false, false);
      this.error = error;
    }
  }

  VectorExecution(ExecutionResult.Target target, @Nullable ObjectView view, OpLimits limits) {
    this.target = target;
    this.view = view;
    this.limits = limits;
    this.answers = new QueryAnswers(target.before(), view);
    this.exists = target.before().exists();
    this.size = target.before().sizeBytes();
  }

  ExecutionResult run(List<ObjectOp> ops) {
    if (view != null && ops.stream().anyMatch(OpVector::changesAttributes)) {
      attributes.load(view.attributes());
    }
    boolean mutates = false;
    for (int i = 0; i < ops.size(); i++) {
      try {
        switch (ops.get(i)) {
          case ObjectOp.Query query -> results.add(query(query));
          case ObjectOp.Condition condition -> {
            check(condition);
            results.add(new OpResult.Done());
          }
          case ObjectOp.Mutation mutation -> {
            mutates = true;
            mutate(mutation);
            results.add(new OpResult.Done());
          }
        }
      } catch (Refused refused) {
        return new ExecutionResult.Failed(
            new OpOutcome.Failed(refused.error, i, String.valueOf(refused.getMessage())));
      }
    }
    return mutates && !steps.isEmpty() ? changed() : new ExecutionResult.Observed(results);
  }

  private ExecutionResult changed() {
    long kept = 0;
    for (OpResult result : results) {
      kept += GroupLog.sizeOf(result);
    }
    if (kept > limits.maxResultBytes() + 16L * limits.maxOps()) {
      return new ExecutionResult.Failed(
          new OpOutcome.Failed(
              OpError.TOO_LARGE,
              -1,
              "a vector that changes the object returns at most %d bytes"
                  .formatted(limits.maxResultBytes())));
    }
    if (exists) {
      TreeMap<String, Payload> stamp = new TreeMap<>(Utf8Order.INSTANCE);
      ObjectInfo info = new ObjectInfo(target.version(), target.wallMillis());
      stamp.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(info));
      steps.add(new StoreOp.PutAttributes(target.collection(), target.object(), stamp));
    }
    ObjectState after =
        exists
            ? new ObjectState(true, size, target.version(), target.wallMillis())
            : ObjectState.ABSENT;
    return new ExecutionResult.Changed(results, steps, after);
  }

  private OpResult query(ObjectOp.Query query) throws Refused {
    if (!exists) {
      throw notFound();
    }
    OpResult result = answers.answer(query);
    if (result == null) {
      throw new Refused(OpError.NO_ATTRIBUTE, target.object().name() + " has no such attribute");
    }
    return result;
  }

  private void check(ObjectOp.Condition condition) throws Refused {
    switch (condition) {
      case ObjectOp.AssertExists _ -> {
        if (!exists) {
          throw notFound();
        }
      }
      case ObjectOp.AssertVersion expected -> {
        if (!expected.version().equals(target.before().version())) {
          throw new Refused(
              OpError.VERSION_MISMATCH,
              "%s has version %s, not %s"
                  .formatted(
                      target.object().name(), target.before().version(), expected.version()));
        }
      }
      case ObjectOp.CompareAttribute compare -> {
        if (!answers.holds(compare)) {
          throw new Refused(
              OpError.CONDITION_FAILED,
              "attribute %s of %s is not %s the value"
                  .formatted(compare.name(), target.object().name(), compare.comparison()));
        }
      }
    }
  }

  private void mutate(ObjectOp.Mutation mutation) throws Refused {
    switch (mutation) {
      case ObjectOp.Create create -> create(create);
      case ObjectOp.Write write -> write(write.offset(), write.data());
      case ObjectOp.WriteFull write -> writeFull(write.data());
      case ObjectOp.Append append -> write(size, append.data());
      case ObjectOp.Truncate cut -> truncate(cut.size());
      case ObjectOp.Zero zero -> zero(zero);
      case ObjectOp.Remove _ -> remove();
      case ObjectOp.SetAttribute set -> setAttribute(set);
      case ObjectOp.RemoveAttribute remove -> removeAttribute(remove);
      case ObjectOp.SetEntries set -> {
        touch();
        if (!set.entries().isEmpty()) {
          TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
          entries.putAll(set.entries());
          steps.add(new StoreOp.PutMap(target.collection(), target.object(), entries));
        }
      }
      case ObjectOp.EndLoss _ ->
          throw new Refused(OpError.NOT_LOST, target.object().name() + " is not missing");
      case ObjectOp.RemoveEntries remove -> {
        touch();
        steps.add(new StoreOp.RemoveMapKeys(target.collection(), target.object(), remove.keys()));
      }
      case ObjectOp.RemoveEntryRange remove -> {
        touch();
        steps.add(
            new StoreOp.RemoveMapRange(
                target.collection(), target.object(), remove.from(), remove.to()));
      }
    }
  }

  private void create(ObjectOp.Create create) throws Refused {
    if (exists && create.exclusive()) {
      throw new Refused(OpError.ALREADY_EXISTS, target.object().name() + " exists already");
    }
    touch();
  }

  private void touch() {
    // Even if the object exists: an update must have a step, so that the version advances.
    steps.add(new StoreOp.Touch(target.collection(), target.object()));
    exists = true;
  }

  private void write(long offset, Payload data) throws Refused {
    limit(offset + data.size());
    if (data.isEmpty()) {
      // As in Ceph, it still extends the object to its offset.
      if (offset > size) {
        truncate(offset);
      } else {
        touch();
      }
      return;
    }
    steps.add(new StoreOp.Write(target.collection(), target.object(), offset, data));
    exists = true;
    size = Math.max(size, offset + data.size());
  }

  private void writeFull(Payload data) throws Refused {
    if (size > data.size()) {
      // Truncate to zero first, so that no partly overwritten block must be read.
      truncate(0);
    }
    write(0, data);
  }

  private void truncate(long newSize) throws Refused {
    limit(newSize);
    steps.add(new StoreOp.Truncate(target.collection(), target.object(), newSize));
    exists = true;
    size = newSize;
  }

  private void zero(ObjectOp.Zero zero) {
    if (!exists) {
      return;
    }
    long offset = Math.min(zero.range().offset(), size);
    long end = Math.min(zero.range().end(), size);
    if (end > offset) {
      steps.add(
          new StoreOp.Zero(
              target.collection(),
              target.object(),
              new io.pando.bytes.ByteRange(offset, end - offset)));
    } else {
      touch();
    }
  }

  private void remove() throws Refused {
    if (!exists) {
      throw notFound();
    }
    steps.add(new StoreOp.Remove(target.collection(), target.object()));
    exists = false;
    size = 0;
    attributes.clear();
  }

  private void setAttribute(ObjectOp.SetAttribute set) throws Refused {
    Optional<String> excess = attributes.set(set.name(), set.value(), limits.attributes());
    if (excess.isPresent()) {
      throw new Refused(OpError.TOO_LARGE, excess.get());
    }
    TreeMap<String, Payload> put = new TreeMap<>(Utf8Order.INSTANCE);
    put.put(OpVector.ATTRIBUTE_PREFIX + set.name(), set.value());
    steps.add(new StoreOp.PutAttributes(target.collection(), target.object(), put));
    exists = true;
  }

  private void removeAttribute(ObjectOp.RemoveAttribute remove) throws Refused {
    Invariant.check(
        view != null || !target.before().exists(), "attributes of the object were not read");
    if (!attributes.remove(remove.name())) {
      throw new Refused(
          OpError.NO_ATTRIBUTE, target.object().name() + " has no attribute " + remove.name());
    }
    String stored = OpVector.ATTRIBUTE_PREFIX + remove.name();
    steps.add(new StoreOp.RemoveAttributes(target.collection(), target.object(), List.of(stored)));
  }

  private void limit(long newSize) throws Refused {
    if (newSize < 0 || newSize > limits.maxObjectBytes()) {
      throw new Refused(
          OpError.TOO_LARGE,
          "object of %d bytes; at most %d".formatted(newSize, limits.maxObjectBytes()));
    }
  }

  private Refused notFound() {
    return new Refused(OpError.NOT_FOUND, "no object " + target.object().name());
  }
}
