package io.pando.format;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PoolRemoval;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsInfo;
import io.pando.collect.Utf8Order;
import io.pando.crush.CrushMap;
import io.pando.crush.RandomCrushMaps;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.RecoveryMessage;
import io.pando.proto.ProtoWriter;
import io.pando.random.Random64;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Creates random instances of any record from its components alone, so that records that are added
 * after the codecs are tested too.
 */
public final class RandomRecords {
  private static final int ATTEMPTS = 1_000;

  private final Random64 random;
  private boolean onlySmall;

  public RandomRecords(Random64 random) {
    this.random = random;
  }

  /** From now on, creates no large payloads. */
  public RandomRecords withSmallPayloads() {
    onlySmall = true;
    return this;
  }

  /** All records that a sealed interface permits, directly or indirectly. */
  public static List<Class<?>> permitted(Class<?> type) {
    if (type.isRecord()) {
      return List.of(type);
    }
    List<Class<?>> records = new ArrayList<>();
    for (Class<?> part : type.getPermittedSubclasses()) {
      records.addAll(permitted(part));
    }
    return records;
  }

  /** An instance of a record, or of a record that a sealed interface permits. */
  public <T> T any(Class<T> type) {
    return type.cast(value(type));
  }

  private Object value(Type type) {
    return switch (type) {
      case Class<?> plain -> plain(plain);
      case ParameterizedType generic -> collection(generic);
      default -> throw new IllegalArgumentException("no idea how to make a " + type);
    };
  }

  private Object plain(Class<?> type) {
    if (type == long.class || type == Long.class) {
      return number();
    } else if (type == int.class || type == Integer.class) {
      return (int) number();
    } else if (type == boolean.class || type == Boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return text();
    } else if (type == UUID.class) {
      return new UUID(random.nextLong(), random.nextLong());
    } else if (type == Payload.class) {
      return payload();
    } else if (type == CrushMap.class) {
      return RandomCrushMaps.next(random);
    } else if (type == MemberList.class) {
      return members();
    } else if (type == GroupCounts.class) {
      return groups();
    } else if (type == PoolInfo.class) {
      return pool();
    } else if (type == PoolRemoval.class) {
      return poolRemoval();
    }
    Optional<Object> ofFiles = RandomFiles.any(type, random);
    if (ofFiles.isPresent()) {
      return ofFiles.get();
    } else if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    } else if (type.isRecord()) {
      return record(type);
    } else if (type.isSealed()) {
      List<Class<?>> choice = permitted(type);
      return plain(choice.get(random.nextInt(choice.size())));
    }
    throw new IllegalArgumentException("no idea how to make a " + type);
  }

  /** OSDs by position, some of them holes. */
  private MemberList members() {
    List<Optional<OsdId>> positions = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      positions.add(
          random.nextInt(4) == 0
              ? Optional.empty()
              : Optional.of(new OsdId(random.nextInt(Integer.MAX_VALUE))));
    }
    return MemberList.ofPositions(positions);
  }

  /** A message with the right number of digests for its parts. */
  private RecoveryMessage.CompareTrees compareTrees() {
    int above = random.nextInt(4);
    int levels = random.nextInt(3);
    List<Integer> parts = new ArrayList<>();
    List<Long> digests = new ArrayList<>();
    for (int part = random.nextInt(3); parts.isEmpty() || random.nextBoolean(); part++) {
      parts.add(part);
      for (int i = 0; i < 1 << levels; i++) {
        digests.add(random.nextLong());
      }
    }
    return new RecoveryMessage.CompareTrees(
        any(PgId.class), number(), above, parts, above + levels, digests);
  }

  private Object collection(ParameterizedType type) {
    Type[] of = type.getActualTypeArguments();
    int size = random.nextInt(4);
    if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(value(of[0]));
      }
      return list;
    } else if (type.getRawType() == SortedSet.class) {
      SortedSet<Object> set = new TreeSet<>();
      for (int i = 0; i < size; i++) {
        set.add(value(of[0]));
      }
      return set;
    }
    return map(of, size);
  }

  private Object map(Type[] of, int size) {
    if (of[0] == String.class) {
      SortedMap<String, Object> map = new TreeMap<>(Utf8Order.INSTANCE);
      for (int i = 0; i < size; i++) {
        map.put(text(), value(of[1]));
      }
      return map;
    }
    SortedMap<Object, Object> map = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      Object value = value(of[1]);
      Object key =
          switch (value) {
            case OsdInfo osd -> osd.id();
            case PoolInfo pool -> pool.id();
            case FileSystem system -> system.id();
            case MdsInfo daemon -> daemon.incarnation();
            default -> value(of[0]);
          };
      map.put(key, value);
    }
    return map;
  }

  /** Tries until the record's own checks pass. */
  private Object record(Class<?> type) {
    if (type == RecoveryMessage.CompareTrees.class) {
      return compareTrees();
    }
    RecordComponent[] components = type.getRecordComponents();
    Constructor<?> constructor = constructor(type, components);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      @Nullable Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = isNullable(components[i]) && random.oneIn(3) ? null : valueOf(components[i]);
      }
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof IllegalArgumentException)) {
          throw new IllegalStateException(e);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new IllegalStateException("no values please " + type);
  }

  private Object valueOf(RecordComponent component) {
    return value(component.getGenericType());
  }

  private static boolean isNullable(RecordComponent component) {
    AnnotatedType type = component.getAnnotatedType();
    return type.isAnnotationPresent(Nullable.class);
  }

  private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
    try {
      return type.getDeclaredConstructor(
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private long number() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> random.nextLong();
      case 2 -> random.nextLong() >>> (1 + random.nextInt(63));
      case 3 -> -1;
      default -> random.nextInt(100);
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    while (text.length() < length) {
      int codePoint =
          random.oneIn(5) ? random.nextInt(Character.MAX_CODE_POINT + 1) : 32 + random.nextInt(90);
      if (!Character.isSurrogate((char) codePoint) || codePoint > Character.MAX_VALUE) {
        text.appendCodePoint(codePoint);
      }
    }
    return text.toString();
  }

  private Payload payload() {
    boolean large = !onlySmall && random.oneIn(4);
    int above = ProtoWriter.INLINE_MAX + 1;
    byte[] bytes = new byte[large ? above + random.nextInt(9000) : random.nextInt(40)];
    random.nextBytes(bytes);
    return Payload.wrap(bytes);
  }

  /** Made explicitly, since random tries would hardly pass the checks. */
  private GroupCounts groups() {
    int count = 1 + random.nextInt(PoolInfo.MAX_GROUPS);
    int roots = Math.min(count, GroupCounts.MAX_ROOTS);
    int least = Math.min(count, GroupCounts.leastAfterMerge(count, roots));
    return new GroupCounts(
        count,
        1 + random.nextInt(PoolInfo.MAX_GROUPS),
        1 + random.nextInt(count),
        least + random.nextInt(count - least + 1),
        roots,
        new GroupCounts.Steps(
            number(), number(), random.nextBoolean() ? null : any(GroupCounts.Merge.class)));
  }

  /** Made explicitly, since random tries would hardly pass the checks. */
  private PoolInfo pool() {
    PoolCode code = random.nextBoolean() ? null : any(PoolCode.class);
    int size = code == null ? 1 + random.nextInt(PoolInfo.MAX_SIZE) : Math.max(1, code.positions());
    if (code != null && code.positions() != size) {
      code = null;
    }
    return new PoolInfo(
        any(PoolId.class),
        text(),
        new PoolInfo.Layout(
            size,
            1 + random.nextInt(size),
            groups(),
            random.nextInt(10),
            code,
            random.oneIn(3) ? text() : null),
        number(),
        new PoolInfo.Options(
            random.nextBoolean(),
            random.nextLong(),
            any(Replication.class),
            any(Compression.class),
            any(PoolInfo.Quota.class),
            random.nextBoolean()),
        random.nextBoolean() ? null : poolRemoval());
  }

  /** Made explicitly: it must end after it began. */
  private PoolRemoval poolRemoval() {
    long one = number();
    long other = number();
    return new PoolRemoval(Math.min(one, other), Math.max(one, other));
  }
}
