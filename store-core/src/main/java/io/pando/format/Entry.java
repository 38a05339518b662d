package io.pando.format;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry of a map: a message of a key, field 1, and a value, field 2. */
public final class Entry<K, V> extends Type<Map.Entry<K, V>> {
  private final SingleField<K> key;
  private final SingleField<V> value;

  private Entry(String name, Type<K> key, Type<V> value) {
    super(name, Map.Entry.class);
    this.key = new SingleField<>(1, key, false);
    this.value = new SingleField<>(2, value, false);
  }

  /** Entries of the given types. */
  public static <K, V> Entry<K, V> of(String name, Type<K> key, Type<V> value) {
    return new Entry<>(name, key, value);
  }

  @Override
  int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  void write(ProtoWriter out, Map.Entry<K, V> entry) {
    int mark = out.open();
    key.write(out, entry.getKey());
    value.write(out, entry.getValue());
    out.close(mark);
  }

  @Override
  @SuppressWarnings("unchecked") // each field gives what its type says
  Map.Entry<K, V> read(ProtoReader in) {
    @Nullable Object k = null;
    @Nullable Object v = null;
    int outer = in.enter();
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> k = key.read(in, tag & 7, k);
        case 2 -> v = value.read(in, tag & 7, v);
        default -> in.skip(tag & 7);
      }
    }
    in.leave(outer);
    return Map.entry((K) present(key.finish(in, k), in), (V) present(value.finish(in, v), in));
  }

  private Object present(@Nullable Object part, ProtoReader in) {
    if (part == null) {
      throw in.damaged("half an entry of " + name());
    }
    return part;
  }

  @Override
  void parts(Consumer<Type<?>> seen) {
    seen.accept(key.type());
    seen.accept(value.type());
  }

  @Override
  String definition() {
    return "message %s {\n  %s key = 1;\n  %s value = 2;\n}\n"
        .formatted(name(), key.type().name(), value.type().name());
  }
}
