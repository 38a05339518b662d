package io.pando.sim.workload;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import io.pando.sim.check.CallOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Decides a client's next operation from the kind of its work, random numbers, and earlier results.
 */
final class Script {
  private static final int ATTRIBUTES = 3;
  private static final int KEYS = 12;
  private static final List<WorkKind> PLAIN =
      Stream.of(WorkKind.values()).filter(kind -> kind.compareTo(WorkKind.MIXED) < 0).toList();

  private final WorkKind kind;
  private final ObjectChoice names;
  private final Generations generations;
  private final Contents contents;
  private final Random64 random;
  private final SortedMap<String, Version> versions = new TreeMap<>();
  private final SortedMap<String, Payload> tokens = new TreeMap<>();

  Script(
      WorkKind kind,
      ObjectChoice names,
      Generations generations,
      Contents contents,
      Random64 random) {
    this.kind = kind;
    this.names = names;
    this.generations = generations;
    this.contents = contents;
    this.random = random;
  }

  /** The next operation; a read if too many updates of the object are in flight already. */
  VectorRequest next() {
    String object = generations.object(names.draw(random));
    VectorRequest drawn = draw(object);
    return !drawn.mutates() || generations.begin(object) ? drawn : whole(object);
  }

  private VectorRequest draw(String object) {
    WorkKind now = kind == WorkKind.MIXED ? PLAIN.get(random.nextInt(PLAIN.size())) : kind;
    return switch (now) {
      case REGISTERS, MIXED -> register(object);
      case APPENDS -> append(object);
      case COMPARE_AND_SET -> compareAndSet(object);
      case ATTRIBUTES -> attribute(object);
      case ENTRIES -> entry(object);
      case RANGES -> range(object);
      case LIVES -> life(object);
      case LARGE -> large(object);
      case READS -> whole(object);
    };
  }

  /** Takes over the outcome of an operation. */
  void onEnded(VectorRequest request, CallOutcome ending) {
    if (request.mutates()) {
      generations.onEnded(request.object(), !(ending instanceof CallOutcome.Unknown));
    }
    if (!(ending instanceof CallOutcome.Succeeded succeeded)) {
      return;
    }
    if (succeeded.version() != null) {
      versions.put(request.object(), succeeded.version());
    }
    for (OpResult result : succeeded.results()) {
      if (result instanceof OpResult.Attributes some) {
        tokens.put(request.object(), some.attributes().getOrDefault("a0", Payload.EMPTY));
      }
    }
  }

  private VectorRequest register(String object) {
    return random.nextBoolean()
        ? VectorRequest.of(object, new ObjectOp.WriteFull(contents.draw(random)))
        : whole(object);
  }

  private static VectorRequest whole(String object) {
    return VectorRequest.of(object, new ObjectOp.Stat(), new ObjectOp.Read(everything()));
  }

  static ByteRange everything() {
    return new ByteRange(0, 8 << 20);
  }

  private VectorRequest append(String object) {
    return switch (random.nextInt(12)) {
      case 0 -> VectorRequest.of(object, new ObjectOp.WriteFull(contents.small()));
      case 1, 2, 3, 4, 5 -> whole(object);
      default -> VectorRequest.of(object, new ObjectOp.Append(contents.next(random.nextInt(300))));
    };
  }

  private VectorRequest compareAndSet(String object) {
    Payload seen = tokens.getOrDefault(object, Payload.EMPTY);
    ObjectOp unchanged = new ObjectOp.CompareAttribute("a0", ObjectOp.Comparison.EQUAL, seen);
    ObjectOp set = new ObjectOp.SetAttribute("a0", contents.small());
    return switch (random.nextInt(7)) {
      case 6 ->
          VectorRequest.of(
              object,
              new ObjectOp.Read(everything()),
              new ObjectOp.WriteFull(contents.draw(random)),
              set);
      case 0, 1 ->
          VectorRequest.of(
              object,
              new ObjectOp.AssertVersion(versions.getOrDefault(object, Version.ZERO)),
              new ObjectOp.Append(contents.next(40)),
              set);
      case 2, 3 ->
          VectorRequest.of(object, unchanged, set, new ObjectOp.WriteFull(contents.draw(random)));
      case 4 ->
          VectorRequest.of(
              object,
              new ObjectOp.AssertExists(),
              new ObjectOp.Stat(),
              new ObjectOp.ListAttributes(),
              new ObjectOp.Append(contents.next(20)));
      default ->
          VectorRequest.of(object, new ObjectOp.ListAttributes(), new ObjectOp.Read(everything()));
    };
  }

  private VectorRequest attribute(String object) {
    String name = "a" + random.nextInt(ATTRIBUTES);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> VectorRequest.of(object, new ObjectOp.SetAttribute(name, contents.small()));
      case 3 -> VectorRequest.of(object, new ObjectOp.RemoveAttribute(name));
      case 4 -> VectorRequest.of(object, new ObjectOp.GetAttribute(name));
      case 5 ->
          VectorRequest.of(
              object,
              new ObjectOp.CompareAttribute(
                  name, ObjectOp.Comparison.GREATER, Payload.utf8("" + random.nextInt(9))),
              new ObjectOp.SetAttribute(name, contents.small()));
      default -> VectorRequest.of(object, new ObjectOp.ListAttributes());
    };
  }

  private VectorRequest entry(String object) {
    String key = key();
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
        // Large values of entries stay in the log, large data does not.
        boolean large = random.oneIn(4);
        for (int i = random.nextInt(large ? KEYS : 4); i >= 0; i--) {
          entries.put(key(), large ? contents.draw(random) : contents.small());
        }
        yield VectorRequest.of(object, new ObjectOp.SetEntries(entries));
      }
      case 3 -> VectorRequest.of(object, new ObjectOp.RemoveEntries(List.of(key, key())));
      case 4 ->
          VectorRequest.of(
              object, new ObjectOp.RemoveEntryRange(key, random.nextBoolean() ? null : key + "9"));
      case 5 -> VectorRequest.of(object, new ObjectOp.GetEntries(List.of(key, key())));
      default ->
          VectorRequest.of(
              object,
              new ObjectOp.ListEntries(
                  random.nextBoolean() ? null : key, "k", 1 + random.nextInt(KEYS)));
    };
  }

  private String key() {
    return "k" + (10 + random.nextInt(KEYS));
  }

  private VectorRequest range(String object) {
    long offset = random.nextInt(contents.largestBytes() + 1);
    long length = random.nextInt(contents.largestBytes() + 1);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> VectorRequest.of(object, new ObjectOp.Write(offset, contents.draw(random)));
      case 3 -> VectorRequest.of(object, new ObjectOp.Truncate(offset));
      case 4 -> VectorRequest.of(object, new ObjectOp.Zero(new ByteRange(offset, length)));
      case 5 ->
          VectorRequest.of(
              object,
              new ObjectOp.Truncate(offset),
              new ObjectOp.Write(offset / 2, contents.draw(random)));
      case 6 -> VectorRequest.of(object, new ObjectOp.Read(new ByteRange(offset, length)));
      case 7 -> VectorRequest.of(object, new ObjectOp.SparseRead(everything()));
      default -> whole(object);
    };
  }

  private VectorRequest life(String object) {
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          VectorRequest.of(
              object, new ObjectOp.Create(true), new ObjectOp.WriteFull(contents.draw(random)));
      case 2, 3 -> VectorRequest.of(object, new ObjectOp.Remove());
      case 4 ->
          VectorRequest.of(
              object, new ObjectOp.Remove(), new ObjectOp.WriteFull(contents.draw(random)));
      case 5 -> VectorRequest.of(object, new ObjectOp.AssertExists());
      default -> whole(object);
    };
  }

  private VectorRequest large(String object) {
    int size = contents.largestBytes() * (1 + random.nextInt(4));
    return random.nextBoolean()
        ? VectorRequest.of(object, new ObjectOp.WriteFull(contents.next(size)))
        : whole(object);
  }
}
