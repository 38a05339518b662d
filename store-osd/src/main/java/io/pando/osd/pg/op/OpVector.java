package io.pando.osd.pg.op;

import io.pando.bytes.ByteRange;
import io.pando.cluster.PoolInfo;
import io.pando.collect.Utf8Order;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.store.ObjectQuery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A vector of operations as a whole: checks whether it is allowed, and says which reads it needs.
 */
public record OpVector(List<ObjectOp> ops) {
  /** Prefix of the names under which client attributes are stored. */
  static final String ATTRIBUTE_PREFIX = "u:";

  public OpVector {
    ops = List.copyOf(ops);
  }

  /** Whether it may change the object. */
  public boolean mutates() {
    return mutates(ops);
  }

  /** Whether one of these operations may change the object. */
  public static boolean mutates(List<ObjectOp> ops) {
    for (ObjectOp op : ops) {
      if (op instanceof ObjectOp.Mutation) {
        return true;
      }
    }
    return false;
  }

  /** Whether the vector's results tell the client what the object contains. */
  public boolean observes() {
    for (ObjectOp op : ops) {
      if (!(op instanceof ObjectOp.Mutation)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the vector needs more of the object than its state, size and version. */
  public boolean needsContent() {
    for (ObjectOp op : ops) {
      if (!(op instanceof ObjectOp.Mutation) || changesAttributes(op)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an operation needs to know the object's attributes. */
  static boolean changesAttributes(ObjectOp op) {
    return op instanceof ObjectOp.SetAttribute || op instanceof ObjectOp.RemoveAttribute;
  }

  /**
   * Whether the vector ignores the object's old contents, so that it can run even if they cannot be
   * read.
   */
  public boolean replacesWhole() {
    return !observes()
        && ops.stream().noneMatch(ObjectOp.RemoveAttribute.class::isInstance)
        && (ops.getFirst() instanceof ObjectOp.WriteFull
            || ops.getFirst() instanceof ObjectOp.Remove
            || ops.getFirst() instanceof ObjectOp.EndLoss);
  }

  /** The operator's order that the vector consists of, if it ends the loss of an object. */
  public Optional<ObjectOp.EndLoss> endsLoss() {
    return !ops.isEmpty() && ops.getFirst() instanceof ObjectOp.EndLoss order
        ? Optional.of(order)
        : Optional.empty();
  }

  /** Whether the vector may increase the space that the object takes on devices. */
  public boolean needsSpace() {
    return ops.stream().anyMatch(ObjectOp::needsSpace);
  }

  /** The reads of the object that the vector needs. */
  public ObjectQuery query(OpLimits limits) {
    if (ops.size() == 1 && ops.getFirst() instanceof ObjectOp.Read read) {
      return new ObjectQuery(List.of(read.range()), List.of(), false);
    }
    List<ByteRange> data = new ArrayList<>();
    List<ObjectQuery.MapSelection> maps = new ArrayList<>();
    List<ObjectQuery.Amendment> amended = new ArrayList<>();
    boolean allocated = false;
    boolean replaced = false;
    for (ObjectOp op : ops) {
      switch (op) {
        case ObjectOp.Read read -> data.add(read.range());
        case ObjectOp.SparseRead read -> {
          data.add(read.range());
          allocated = true;
        }
        case ObjectOp.GetEntries get ->
            maps.add(new ObjectQuery.Keys(get.keys().stream().sorted(Utf8Order.INSTANCE).toList()));
        case ObjectOp.ListEntries list ->
            maps.add(
                new ObjectQuery.Page(
                    list.after(),
                    list.prefix(),
                    Math.min(list.maxEntries(), limits.entries().maxPageEntries()),
                    limits.entries().maxPageBytes()));
        case ObjectOp.WriteFull _, ObjectOp.Remove _ -> replaced = true;
        default -> {
          if (!replaced) {
            amendment(op).ifPresent(amended::add);
          }
        }
      }
    }
    return new ObjectQuery(data, maps, allocated, amended);
  }

  /**
   * The range that an operation writes while bytes beside it stay. Those bytes are checked before
   * the update begins. Suppose that they turn out to be damaged here once a replica has applied the
   * update: then that replica would be the only source of a good copy.
   */
  private static Optional<ObjectQuery.Amendment> amendment(ObjectOp op) {
    return switch (op) {
      case ObjectOp.Write write when !write.data().isEmpty() ->
          Optional.of(new ObjectQuery.Amendment(write.offset(), write.data().size()));
      case ObjectOp.Append append when !append.data().isEmpty() ->
          Optional.of(
              new ObjectQuery.Amendment(ObjectQuery.Amendment.AT_END, append.data().size()));
      case ObjectOp.Truncate cut ->
          Optional.of(new ObjectQuery.Amendment(cut.size(), Long.MAX_VALUE - cut.size()));
      case ObjectOp.Zero zero ->
          Optional.of(new ObjectQuery.Amendment(zero.range().offset(), zero.range().length()));
      default -> Optional.empty();
    };
  }

  /** The reason to refuse the vector whatever the object contains; empty if it is allowed. */
  public Optional<OpOutcome.Failed> refusal(OpLimits limits) {
    if (ops.isEmpty()) {
      return failed(OpError.INVALID, -1, "a vector must have an operation");
    }
    if (ops.size() > limits.maxOps()) {
      return failed(OpError.TOO_LARGE, -1, ops.size() + " operations; at most " + limits.maxOps());
    }
    if (ops.size() > 1 && ops.stream().anyMatch(ObjectOp.EndLoss.class::isInstance)) {
      return failed(OpError.INVALID, -1, "the end of a loss must be the only operation");
    }
    boolean mutated = false;
    long read = 0;
    long written = 0;
    for (int i = 0; i < ops.size(); i++) {
      ObjectOp op = ops.get(i);
      if (mutated && !(op instanceof ObjectOp.Mutation)) {
        return failed(OpError.INVALID, i, "queries and conditions must come before mutations");
      }
      mutated |= op instanceof ObjectOp.Mutation;
      Optional<OpOutcome.Failed> refusal = refusal(op, i, limits);
      if (refusal.isPresent()) {
        return refusal;
      }
      read += bytesRead(op);
      written += bytesWritten(op);
      if (read > limits.transfer().maxReadBytes() || written > limits.transfer().maxWriteBytes()) {
        return failed(
            OpError.TOO_LARGE,
            i,
            "a vector reads at most %d and writes at most %d bytes"
                .formatted(limits.transfer().maxReadBytes(), limits.transfer().maxWriteBytes()));
      }
    }
    return Optional.empty();
  }

  /** The reason to refuse the vector in a pool of this kind; empty if it is allowed. */
  public Optional<OpOutcome.Failed> refusal(PoolInfo pool) {
    if (!pool.isErasureCoded()) {
      return Optional.empty();
    }
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).concernsEntries()) {
        return failed(OpError.NOT_SUPPORTED, i, pool.refusalOfEntries());
      }
    }
    return Optional.empty();
  }

  private static Optional<OpOutcome.Failed> refusal(ObjectOp op, int index, OpLimits limits) {
    return switch (op) {
      case ObjectOp.Write write ->
          write.offset() < 0
              ? failed(OpError.INVALID, index, "offset is negative: " + write.offset())
              : tooLarge(index, "object", end(write), limits.maxObjectBytes());
      case ObjectOp.Truncate cut ->
          cut.size() < 0
              ? failed(OpError.INVALID, index, "size is negative: " + cut.size())
              : tooLarge(index, "object", cut.size(), limits.maxObjectBytes());
      case ObjectOp.GetAttribute get -> badName(index, get.name());
      case ObjectOp.CompareAttribute compare -> badName(index, compare.name());
      case ObjectOp.RemoveAttribute remove -> badName(index, remove.name());
      case ObjectOp.SetAttribute set ->
          badName(index, set.name())
              .or(() ->
                  tooLarge(
                      index,
                      "name of an attribute",
                      utf8(set.name()),
                      limits.attributes().maxNameBytes()))
              .or(() ->
                  tooLarge(
                      index,
                      "attribute",
                      utf8(set.name()) + set.value().size(),
                      limits.attributes().maxBytes()));
      case ObjectOp.SetEntries set ->
          tooMany(index, set.entries().size(), limits)
              .or(() ->
                  largest(set.entries().keySet().stream().map(OpVector::utf8))
                      .flatMap(
                          size -> tooLarge(index, "key", size, limits.entries().maxKeyBytes())))
              .or(() ->
                  largest(
                          set.entries().entrySet().stream()
                              .map(e -> utf8(e.getKey()) + e.getValue().size()))
                      .flatMap(size ->
                          tooLarge(index, "entry", size, limits.entries().maxEntryBytes())));
      case ObjectOp.GetEntries get -> tooMany(index, get.keys().size(), limits);
      case ObjectOp.RemoveEntries remove -> tooMany(index, remove.keys().size(), limits);
      case ObjectOp.ListEntries list ->
          list.maxEntries() <= 0
              ? failed(OpError.INVALID, index, "not a positive number: " + list.maxEntries())
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static long end(ObjectOp.Write write) {
    long end = write.offset() + write.data().size();
    return end < 0 ? Long.MAX_VALUE : end;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Optional<OpOutcome.Failed> badName(int index, String name) {
    return name.isEmpty()
        ? failed(OpError.INVALID, index, "the name of an attribute is empty")
        : Optional.empty();
  }

  private static Optional<Long> largest(Stream<Long> sizes) {
    return sizes.max(Comparator.naturalOrder());
  }

  private static Optional<OpOutcome.Failed> tooMany(int index, int keys, OpLimits limits) {
    return keys <= limits.entries().maxKeys()
        ? Optional.empty()
        : failed(
            OpError.TOO_LARGE,
            index,
            keys + " keys in one operation; at most " + limits.entries().maxKeys());
  }

  private static Optional<OpOutcome.Failed> tooLarge(
      int index, String what, long bytes, long limit) {
    return bytes <= limit
        ? Optional.empty()
        : failed(OpError.TOO_LARGE, index, what + " of " + bytes + " bytes; at most " + limit);
  }

  private static Optional<OpOutcome.Failed> failed(OpError error, int index, String detail) {
    return Optional.of(new OpOutcome.Failed(error, index, detail));
  }

  private static long bytesRead(ObjectOp op) {
    // A range may reach far beyond the end of the object, which only the execution knows.
    return switch (op) {
      case ObjectOp.Read read -> Math.min(read.range().length(), Integer.MAX_VALUE);
      case ObjectOp.SparseRead read -> Math.min(read.range().length(), Integer.MAX_VALUE);
      default -> 0;
    };
  }

  /** Bytes of data in an operation. */
  public static long bytesWritten(ObjectOp op) {
    return switch (op) {
      case ObjectOp.Write write -> write.data().size();
      case ObjectOp.WriteFull write -> write.data().size();
      case ObjectOp.Append append -> append.data().size();
      case ObjectOp.SetAttribute set -> set.value().size();
      case ObjectOp.SetEntries set ->
          set.entries().entrySet().stream()
              .mapToLong(e -> e.getKey().length() + e.getValue().size())
              .sum();
      default -> 0;
    };
  }
}
