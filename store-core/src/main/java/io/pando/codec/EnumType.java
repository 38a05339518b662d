package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of an enum. Each constant has a number by its position in a list, from 1, so that
 * the order of declaration can change. The number 0 is invalid, or the constant that an absent
 * field means.
 */
public final class EnumType<E extends Enum<E>> implements Type<E> {
  private final String name;
  private final Class<E> javaType;
  private final List<E> constants;
  private final Map<E, Integer> numbers;
  private final @Nullable E absent;

  private EnumType(String name, @Nullable E absent, List<E> constants) {
    Class<E> javaType = constants.getFirst().getDeclaringClass();
    this.name = name;
    this.javaType = javaType;
    this.constants = constants;
    this.absent = absent;
    this.numbers = new EnumMap<>(javaType);
    for (E constant : constants) {
      numbers.put(constant, numbers.size() + 1);
    }
    for (E constant : javaType.getEnumConstants()) {
      if (constant != absent && !numbers.containsKey(constant)) {
        throw new IllegalStateException("no number for " + name + "." + constant);
      }
    }
  }

  /** All constants of an enum, in the order of their numbers. */
  public static <E extends Enum<E>> EnumType<E> of(String name, List<E> constants) {
    return new EnumType<>(name, null, constants);
  }

  /**
   * As {@link #of(String, List)}, with a constant for 0, which takes no bytes in a message.
   *
   * @param constants all other constants, in the order of their numbers
   */
  public static <E extends Enum<E>> EnumType<E> of(String name, E absent, List<E> constants) {
    return new EnumType<>(name, absent, constants);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<?> javaType() {
    return javaType;
  }

  @Override
  public int wireType() {
    return ProtoWriter.VARINT;
  }

  @Override
  public void write(ProtoWriter out, E value) {
    out.varint(numbers.getOrDefault(value, 0));
  }

  @Override
  public E read(ProtoReader in) {
    long number = in.varint();
    E zero = absent;
    if (number == 0 && zero != null) {
      return zero;
    }
    if (number < 1 || number > constants.size()) {
      throw in.damaged("no " + name() + " has the number " + Long.toUnsignedString(number));
    }
    return constants.get((int) number - 1);
  }

  @Override
  public boolean isAbsent(E value) {
    return value == absent;
  }

  @Override
  public @Nullable E absent() {
    return absent;
  }

  @Override
  public String definition() {
    String prefix = name().replaceAll("(?<=.)(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    StringBuilder text = new StringBuilder("enum " + name() + " {\n");
    text.append("  ")
        .append(prefix)
        .append("_%s = 0;\n".formatted(absent == null ? "NONE" : absent.name()));
    for (E constant : constants) {
      text.append("  %s_%s = %d;\n".formatted(prefix, constant.name(), numbers.get(constant)));
    }
    return text.append("}\n").toString();
  }
}
