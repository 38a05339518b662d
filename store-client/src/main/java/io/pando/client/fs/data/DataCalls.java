package io.pando.client.fs.data;

import io.pando.check.Invariant;
import io.pando.fs.DataObjects;
import io.pando.fs.request.FsError;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls that are not answered, and the way out for effects during a step. */
final class DataCalls {
  private final SortedMap<Long, OpenCall> open = new TreeMap<>();
  private @Nullable Consumer<DataEffect> sink;
  private long last;

  void begin(Consumer<DataEffect> out) {
    sink = out;
  }

  void end() {
    sink = null;
  }

  void emit(DataEffect effect) {
    Invariant.present(sink, () -> "an effect outside of a step").accept(effect);
  }

  void answer(long token, @Nullable FsError error) {
    emit(error == null ? new DataEffect.Done(token) : new DataEffect.Failed(token, error));
  }

  /** The number of the next call. */
  long next() {
    return last + 1;
  }

  /** Makes a call about an object of the file that it is for. */
  void make(OpenCall what, long object, List<ObjectOp> ops) {
    last++;
    open.put(last, what);
    FileContent file = what.file();
    String name = DataObjects.name(file.ino, object);
    emit(new DataEffect.Call(last, file.ino, file.layout().pool(), name, ops));
  }

  /** The call that was answered; null if it is not open, since its session has ended. */
  @Nullable OpenCall close(long call) {
    return open.remove(call);
  }

  /** Answers to calls of a file do not count any more; returns those calls. */
  List<OpenCall> forget(FileContent file) {
    List<OpenCall> calls = open.values().stream().filter(call -> call.file() == file).toList();
    open.values().removeAll(calls);
    return calls;
  }

  static FsError errorOf(OpOutcome.Failed failed) {
    return switch (failed.error()) {
      case NO_SPACE -> FsError.ENOSPC;
      case QUOTA -> FsError.EDQUOT;
      default -> FsError.EIO;
    };
  }

  static boolean isFenced(OpOutcome outcome) {
    return outcome instanceof OpOutcome.Failed failed && failed.error() == OpError.FENCED;
  }
}
