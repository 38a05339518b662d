package io.pando.sim.mutant;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.objecter.ObjecterEffect;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.disk.device.BlockWriter;
import io.pando.fs.Ino;
import io.pando.group.ChangedRows;
import io.pando.group.IndexEntry;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.mds.caps.Capabilities;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.osd.SavedMap;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.recovery.missing.PossibleHolders;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.replication.Strategy;
import io.pando.port.Peer;
import io.pando.sim.mutant.surgery.Form;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Code that some mutants execute instead of the correct code: each method replaces the method or
 * the call that a {@link Form} names, and takes its arguments, the receiver first.
 */
public final class Replacements {
  /** Bit position of the attempt's number within a request's number. */
  private static final int ATTEMPT = 40;

  private Replacements() {}

  /** Replaces {@link Strategy#reporters}: no reporters. */
  public static SortedSet<OsdId> noReporters(Strategy strategy) {
    return new TreeSet<>();
  }

  /** Replaces {@link ChangedRows#inAtMost}: all ranges but the last. */
  public static ChangedRows allRangesButLast(ChangedRows rows, int most) {
    List<ByteRange> ranges = rows.ranges();
    return new ChangedRows(ranges.subList(0, Math.max(0, ranges.size() - 1)));
  }

  /** Replaces {@link PossibleHolders#down}: no OSD. */
  public static SortedSet<OsdId> nobodyDown(PossibleHolders holders) {
    return new TreeSet<>();
  }

  /** Replaces {@link List#getLast}: the element before the last, if there is one. */
  public static Object beforeLast(List<?> path) {
    return path.get(Math.max(0, path.size() - 2));
  }

  /** Replaces {@link Replica#append}: reports before the update is durable. */
  public static void appendAndReport(
      Replica replica, ReplicationMessage.Update update, Version trimTo, Awaiting durable) {
    replica.append(update, trimTo, Awaiting.nothing());
    durable.action().run();
  }

  /** Replaces {@link GroupLog#trimPoint}: trims everything. */
  public static Version trimAll(GroupLog log, int maxEntries, long maxBytes) {
    return log.head();
  }

  /** Replaces {@link Replica#missing}: no missing objects. */
  public static SortedMap<ObjectId, Version> nothingMissing(Replica replica) {
    return new TreeMap<>();
  }

  /** Replaces {@link VersionListing#versions}: the last object is left out. */
  public static SortedMap<ObjectId, Version> allButLast(VersionListing listing) {
    SortedMap<ObjectId, Version> versions = new TreeMap<>(listing.versions());
    if (!versions.isEmpty()) {
      versions.remove(versions.lastKey());
    }
    return versions;
  }

  /** Replaces {@link Map#put} for an update of a version index: a removal is left out. */
  public static @Nullable Object putIfItExists(
      Map<ObjectId, IndexEntry> newest, Object object, Object entry) {
    IndexEntry update = (IndexEntry) entry;
    return update.exists() ? newest.put((ObjectId) object, update) : null;
  }

  /** Replaces {@link BlockWriter#add}: the last of several blocks is left out. */
  public static void allButLastBlock(BlockWriter writer, long block, ByteBuffer from) {
    int last = from.remaining() - BLOCK_BYTES;
    writer.add(block, last == 0 ? from : from.slice(from.position(), last));
  }

  /** Replaces {@link GroupTree#range}: the half that stays with the parent of a split. */
  public static PositionRange otherHalf(int seed, int count) {
    return GroupTree.range(seed - Integer.highestOneBit(seed), count);
  }

  /**
   * Replaces {@link Consumer#accept} for an objecter's effects: every attempt gets its own request
   * id.
   */
  public static void sendAsAnother(Consumer<ObjecterEffect> out, Object effect) {
    out.accept(
        effect instanceof ObjecterEffect.Send(Peer.Dialed to, ObjectMessage.Operate it)
                && it.attempt() > 1
            ? new ObjecterEffect.Send(
                to,
                new ObjectMessage.Operate(
                    new RequestId(
                        it.id().client(), it.id().sequence() + ((long) it.attempt() << ATTEMPT)),
                    it.epoch(),
                    it.group(),
                    it.object(),
                    it.ops(),
                    it.sending()))
            : (ObjecterEffect) effect);
  }

  /** Replaces {@link RequestId#sequence}: the number of the first attempt. */
  public static long firstSequence(RequestId request) {
    return request.sequence() & ((1L << ATTEMPT) - 1);
  }

  /** Replaces {@link IntStream#max}: the minimum. */
  public static OptionalInt least(IntStream numbers) {
    return numbers.min();
  }

  /** Replaces {@link NavigableMap#headMap}: the whole map. */
  public static <K, V> NavigableMap<K, V> whole(
      NavigableMap<K, V> map, K toKey, boolean inclusive) {
    return map;
  }

  /** Replaces {@link NavigableMap#headMap}: only the last entry. */
  public static <K, V> NavigableMap<K, V> onlyThat(
      NavigableMap<K, V> map, K toKey, boolean inclusive) {
    return map.subMap(toKey, true, toKey, true);
  }

  /** Replaces {@link SequencedMap#putLast}: an existing entry keeps its place. */
  public static <K, V> @Nullable V putInPlace(SequencedMap<K, V> map, K key, V value) {
    return map.put(key, value);
  }

  /** Replaces {@link MemberList#keep}: no holes are left. */
  public static MemberList keepClosedUp(MemberList list, Predicate<OsdId> wanted) {
    return MemberList.of(list.osds().stream().filter(wanted).toList());
  }

  /** Replaces {@link ClusterMap#fences}: all but the one that was made last. */
  public static Fences allFencesButLast(ClusterMap map) {
    SortedMap<Long, Fence> fences = new TreeMap<>(map.fences().bySession());
    fences.entrySet().stream()
        .max(Comparator.comparingLong(entry -> entry.getValue().untilMillis()))
        .ifPresent(last -> fences.remove(last.getKey()));
    return new Fences(fences);
  }

  /** Replaces {@link Capabilities#writing}: no file is written. */
  public static SortedSet<Ino> nothingWritten(Capabilities capabilities, long session) {
    return new TreeSet<>();
  }

  /** Replaces {@link SavedMap#of}: the map has no fences. */
  public static Optional<ClusterMap> mapWithoutFences(SortedMap<String, Payload> entries) {
    return SavedMap.of(entries)
        .map(map ->
            new ClusterMap(
                map.stamp(),
                map.placement(),
                new ClusterMap.Operation(
                    map.flags(),
                    map.operation().releases(),
                    map.operation().profiles(),
                    Fences.NONE,
                    map.operation().files()),
                map.monitors(),
                map.losses(),
                map.fullness()));
  }
}
