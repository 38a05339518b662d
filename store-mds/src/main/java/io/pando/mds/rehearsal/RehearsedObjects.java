package io.pando.mds.rehearsal;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The objects of a journal, in memory. Others do not exist, and are not made. */
final class RehearsedObjects {
  private static final Version VERSION = new Version(1, 1);

  private final SortedMap<String, SortedMap<String, Payload>> heads = new TreeMap<>();
  private final SortedMap<String, byte[]> contents = new TreeMap<>();

  /** Executes a call of one operation; nothing but the journal answers to others. */
  OpOutcome execute(String name, List<ObjectOp> operations) {
    return switch (operations.getFirst()) {
      case ObjectOp.SetAttribute it -> {
        heads.computeIfAbsent(name, _ -> new TreeMap<>()).put(it.name(), it.value());
        yield done(new OpResult.Done());
      }
      case ObjectOp.Write it -> {
        byte[] before = contents.getOrDefault(name, new byte[0]);
        byte[] after =
            Arrays.copyOf(
                before, Math.max(before.length, Math.toIntExact(it.offset()) + it.data().size()));
        it.data().copyTo(after, Math.toIntExact(it.offset()));
        contents.put(name, after);
        yield done(new OpResult.Done());
      }
      case ObjectOp.ListAttributes _ when heads.containsKey(name) ->
          done(new OpResult.Attributes(heads.get(name)));
      case ObjectOp.Read _ when contents.containsKey(name) ->
          done(new OpResult.Data(Payload.wrap(contents.get(name))));
      default -> new OpOutcome.Failed(OpError.NOT_FOUND, 0, name + " does not exist");
    };
  }

  private static OpOutcome done(OpResult result) {
    return new OpOutcome.Succeeded(VERSION, List.of(result));
  }
}
