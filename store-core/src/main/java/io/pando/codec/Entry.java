package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry of a map: a message with the key in field 1 and the value in field 2. */
public record Entry<K, V>(String name, SingleField<K> key, SingleField<V> value)
    implements Type<Map.Entry<K, V>> {
  /** Entries of the given types. */
  public static <K, V> Entry<K, V> of(String name, Type<K> key, Type<V> value) {
    return new Entry<>(name, new SingleField<>(1, key, false), new SingleField<>(2, value, false));
  }

  @Override
  public Class<?> javaType() {
    return Map.Entry.class;
  }

  @Override
  public int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  public void write(ProtoWriter out, Map.Entry<K, V> entry) {
    int mark = out.open();
    key.write(out, entry.getKey());
    value.write(out, entry.getValue());
    out.close(mark);
  }

  @Override
  @SuppressWarnings("unchecked") // each field returns its own type
  public Map.Entry<K, V> read(ProtoReader in) {
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
      throw in.damaged("half an entry of " + name);
    }
    return part;
  }

  @Override
  public void parts(Consumer<Type<?>> seen) {
    seen.accept(key.type());
    seen.accept(value.type());
  }

  @Override
  public String definition() {
    return "message %s {\n  %s key = 1;\n  %s value = 2;\n}\n"
        .formatted(name(), key.type().name(), value.type().name());
  }
}
