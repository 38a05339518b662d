package io.pando.sim.mutant;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.client.objecter.Effect;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.disk.device.BlockWriter;
import io.pando.group.IndexEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.replication.Strategy;
import io.pando.port.Peer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What some mutants do instead of what they should: each method stands for the method or the call
 * that a {@link Form} names, and takes its arguments, the receiver first.
 */
public final class Replacements {
  /** Where the number of the attempt stands in a request's. */
  private static final int ATTEMPT = 40;

  private Replacements() {}

  /** For {@link Strategy#reporters}: nobody. */
  public static SortedSet<OsdId> nobody(Strategy strategy) {
    return new TreeSet<>();
  }

  /** For {@link List#getLast}: the one before, if there is one. */
  public static Object beforeLast(List<?> path) {
    return path.get(Math.max(0, path.size() - 2));
  }

  /** For {@link Replica#append}: reports before it is durable. */
  public static void appendAndReport(
      Replica replica, Replica.Update update, Version trimTo, Runnable durable) {
    replica.append(update, trimTo, () -> {});
    durable.run();
  }

  /** For {@link GroupLog#trimPoint}: everything. */
  public static Version trimAll(GroupLog log, int maxEntries, long maxBytes) {
    return log.head();
  }

  /** For {@link Replica#missing}: nothing. */
  public static SortedMap<ObjectId, Version> nothingMissing(Replica replica) {
    return new TreeMap<>();
  }

  /** For {@link VersionListing#versions}: the last object is left out. */
  public static SortedMap<ObjectId, Version> allButLast(VersionListing listing) {
    SortedMap<ObjectId, Version> versions = new TreeMap<>(listing.versions());
    if (!versions.isEmpty()) {
      versions.remove(versions.lastKey());
    }
    return versions;
  }

  /** For {@link Map#put}, given an update of a version index: it is left out if it removes. */
  public static @Nullable Object putIfItExists(
      Map<ObjectId, IndexEntry> newest, Object object, Object entry) {
    IndexEntry update = (IndexEntry) entry;
    return update.exists() ? newest.put((ObjectId) object, update) : null;
  }

  /** For {@link BlockWriter#add}: of several blocks, the last is left out. */
  public static void allButLastBlock(BlockWriter writer, long block, ByteBuffer from) {
    int last = from.remaining() - BLOCK_BYTES;
    writer.add(block, last == 0 ? from : from.slice(from.position(), last));
  }

  /** For {@link GroupTree#range}: what the group keeps that this one comes out of. */
  public static PositionRange otherHalf(int seed, int count) {
    return GroupTree.range(seed - Integer.highestOneBit(seed), count);
  }

  /** For {@link Consumer#accept}, given what an objecter wants: every attempt has its own id. */
  public static void sendAsAnother(Consumer<Effect> out, Object effect) {
    out.accept(
        effect instanceof Effect.Send(Peer.Dialed to, ObjectMessage.Operate it) && it.attempt() > 1
            ? new Effect.Send(
                to,
                new ObjectMessage.Operate(
                    new RequestId(
                        it.id().client(), it.id().sequence() + ((long) it.attempt() << ATTEMPT)),
                    it.epoch(),
                    it.group(),
                    it.object(),
                    it.ops(),
                    it.sending()))
            : (Effect) effect);
  }

  /** For {@link RequestId#sequence}: that of the first attempt. */
  public static long firstSequence(RequestId request) {
    return request.sequence() & ((1L << ATTEMPT) - 1);
  }

  /** For {@link IntStream#max}: the least. */
  public static OptionalInt least(IntStream numbers) {
    return numbers.min();
  }

  /** For {@link NavigableMap#headMap}: everything. */
  public static <K, V> NavigableMap<K, V> whole(
      NavigableMap<K, V> map, K toKey, boolean inclusive) {
    return map;
  }

  /** For {@link NavigableMap#headMap}: the last alone. */
  public static <K, V> NavigableMap<K, V> onlyThat(
      NavigableMap<K, V> map, K toKey, boolean inclusive) {
    return map.subMap(toKey, true, toKey, true);
  }

  /** For {@link SequencedMap#putLast}: what is there keeps its place. */
  public static <K, V> @Nullable V putInPlace(SequencedMap<K, V> map, K key, V value) {
    return map.put(key, value);
  }
}
