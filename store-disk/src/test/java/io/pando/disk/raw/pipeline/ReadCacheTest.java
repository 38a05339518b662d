package io.pando.disk.raw.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.ModelStore;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadCacheTest {
  private static final CollectionId GROUP = CollectionId.of(new PgId(new PoolId(3), 1));

  private record UnderWay(ObjectQuery query, ObjectId object, ReadCache.Fill fill) {}

  /** The cache gives the model's answer or none, whenever the store's answers come. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void answersAsTheModelOrNotAtAll(long seed) {
    Random64 random = new Random64(seed);
    ReadCache cache = new ReadCache(seed % 2 == 0 ? 100_000 : 8_000);
    ModelStore model = new ModelStore();
    model.apply(Transaction.of(new StoreOp.CreateCollection(GROUP)));
    List<UnderWay> underWay = new ArrayList<>();
    int answered = 0;
    for (int step = 0; step < 4000; step++) {
      ObjectId object = new ObjectId(random.nextInt(3), "o");
      if (random.oneIn(8)) {
        Transaction transaction = Transaction.of(op(object, random));
        cache.onSubmitted(transaction);
        model.apply(transaction);
        continue;
      }
      if (random.nextBoolean() && !underWay.isEmpty()) {
        UnderWay read = underWay.remove(random.nextInt(underWay.size()));
        // The answer is the state at some moment since the read was sent.
        ReadOutcome outcome = model.read(GROUP, read.object(), read.query());
        cache.end(read.fill(), read.query(), outcome);
        continue;
      }
      ObjectQuery query = query(random);
      ReadOutcome cached = cache.read(GROUP, object, query);
      if (cached == null) {
        underWay.add(new UnderWay(query, object, cache.begin(GROUP, object)));
      } else {
        answered++;
        assertThat(cached).isEqualTo(model.read(GROUP, object, query));
      }
    }
    cache.thoroughInvariants();
    assertThat(answered).isGreaterThan(100);
    assertThat(cache.usedBytes()).isLessThan(100_001);
  }

  private static ObjectQuery query(Random64 random) {
    List<ByteRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      ranges.add(new ByteRange(random.nextInt(5) * 2048L, 1 + random.nextInt(9000)));
    }
    List<ObjectQuery.Amendment> amended = new ArrayList<>();
    if (random.oneIn(3)) {
      amended.add(new ObjectQuery.Amendment(random.nextInt(5) * 2048L, 4096));
    }
    return new ObjectQuery(ranges, List.of(), false, amended);
  }

  private static StoreOp op(ObjectId object, Random64 random) {
    byte[] bytes = new byte[1 + random.nextInt(random.nextBoolean() ? 100 : 9000)];
    random.nextBytes(bytes);
    long offset = random.nextInt(6) * 2048L;
    SortedMap<String, Payload> named = new TreeMap<>(Utf8Order.INSTANCE);
    named.put(random.nextBoolean() ? "a" : "ü", Payload.wrap(bytes).slice(0, 1));
    return switch (random.nextInt(12)) {
      case 0 -> new StoreOp.Remove(GROUP, object);
      case 1 -> new StoreOp.Truncate(GROUP, object, offset);
      case 2 -> new StoreOp.Zero(GROUP, object, new ByteRange(offset, 3000));
      case 3, 4 -> new StoreOp.PutAttributes(GROUP, object, named);
      case 5 -> new StoreOp.RemoveAttributes(GROUP, object, List.of("a"));
      case 6 -> new StoreOp.Touch(GROUP, object);
      case 7 -> new StoreOp.Clone(GROUP, object, new StoreOp.Origin(GROUP, new ObjectId(1, "o")));
      default -> new StoreOp.Write(GROUP, object, offset, Payload.wrap(bytes));
    };
  }
}
