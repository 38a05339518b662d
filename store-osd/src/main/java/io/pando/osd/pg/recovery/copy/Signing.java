package io.pando.osd.pg.recovery.copy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.merkle.BlockHash;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Kept;
import io.pando.message.RecoveryMessage.KeyRange;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.probe.Limit;
import io.pando.store.ObjectView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the parts of an object that need not be sent to an OSD that has another version of it.
 * Bytes are compared in blocks. The map is cut into runs after keys that are chosen by their
 * digests. So an added or removed entry changes only its own run, and none behind it.
 */
final class Signing {
  /** Average number of entries in a run: one key of this many ends a run. */
  private static final Limit RUN_ENTRIES = Limit.of("recovery: entries in one signed run", 1, 64);

  /**
   * A part of a map.
   *
   * @param digest of the run's entries
   */
  private record Run(SortedMap<String, Payload> entries, long digest) {}

  private final BlockHash hash;
  private final int blockBytes;

  /**
   * Creates the signing of one pool's objects.
   *
   * @param key the pool's secret
   */
  Signing(long key, int blockBytes) {
    this.hash = new BlockHash(key);
    this.blockBytes = blockBytes;
  }

  /** Whether an object is large enough to ask the receiver first which parts it has. */
  boolean isWorthIt(Piece piece) {
    boolean alone = piece.from().equals(Cursor.START) && piece.last();
    return !alone || ObjectPieces.bytes(piece) > blockBytes;
  }

  /** The signature of an object's part that was read with {@link ObjectPieces#query}. */
  Signature sign(ObjectView view, Cursor from) {
    Payload bytes = view.data().getFirst();
    List<Long> blocks = new ArrayList<>();
    for (int at = 0; at < bytes.size(); at += blockBytes) {
      blocks.add(hash.ofBytes(bytes.slice(at, Math.min(blockBytes, bytes.size() - at))));
    }
    List<Long> runs = new ArrayList<>();
    if (from.offset() + bytes.size() >= view.size()) {
      runs(view.maps().getFirst().entries()).forEach(run -> runs.add(run.digest()));
    }
    return new Signature(blocks, runs);
  }

  /** The piece without the parts that the receiver has. */
  Piece without(Piece piece, Signature there) {
    List<ByteRange> keptRanges = keptRanges(piece, there.blocks());
    List<ByteRange> ranges = except(piece.content().ranges(), keptRanges);
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    List<KeyRange> keptKeys = keptKeys(piece, there.runs(), entries);
    return new Piece(
        piece.from(),
        piece.next(),
        piece.last(),
        new Piece.Content(
            piece.content().size(),
            piece.content().attributes(),
            ranges,
            ObjectPieces.bytes(piece, ranges),
            entries),
        new Kept(keptRanges, keptKeys));
  }

  private List<ByteRange> keptRanges(Piece piece, List<Long> blocks) {
    List<ByteRange> kept = new ArrayList<>();
    long start = piece.from().offset();
    for (int i = 0; i < blocks.size(); i++) {
      long at = start + (long) i * blockBytes;
      long length = Math.min(blockBytes, piece.next().offset() - at);
      if (length <= 0) {
        break;
      }
      if (hash.ofBytes(ObjectPieces.bytes(piece, new ByteRange(at, length))) == blocks.get(i)) {
        append(kept, at, length);
      }
    }
    return kept;
  }

  private static void append(List<ByteRange> kept, long at, long length) {
    if (!kept.isEmpty() && kept.getLast().end() == at) {
      ByteRange before = kept.removeLast();
      kept.add(new ByteRange(before.offset(), before.length() + length));
    } else {
      kept.add(new ByteRange(at, length));
    }
  }

  /** The parts of some ranges that are in none of the other ranges; all lists are in order. */
  private static List<ByteRange> except(List<ByteRange> ranges, List<ByteRange> others) {
    List<ByteRange> left = new ArrayList<>();
    int next = 0;
    for (ByteRange range : ranges) {
      long at = range.offset();
      while (next < others.size() && others.get(next).end() <= at) {
        next++;
      }
      for (int i = next; i < others.size() && others.get(i).offset() < range.end(); i++) {
        if (others.get(i).offset() > at) {
          left.add(new ByteRange(at, others.get(i).offset() - at));
        }
        at = Math.max(at, others.get(i).end());
      }
      if (at < range.end()) {
        left.add(new ByteRange(at, range.end() - at));
      }
    }
    return left;
  }

  /**
   * The key ranges that the receiver keeps. Runs that are adjacent there are kept as one range,
   * since then it has no other keys between them.
   */
  private List<KeyRange> keptKeys(
      Piece piece, List<Long> there, SortedMap<String, Payload> others) {
    Map<Long, Integer> places = new TreeMap<>();
    for (int i = 0; i < there.size(); i++) {
      places.put(there.get(i), i);
    }
    List<KeyRange> kept = new ArrayList<>();
    int before = -2;
    for (Run run : runs(piece.content().entries())) {
      Integer place = places.get(run.digest());
      if (place == null) {
        others.putAll(run.entries());
        before = -2;
      } else {
        boolean goesOn = place == before + 1;
        String first = goesOn ? kept.removeLast().first() : run.entries().firstKey();
        kept.add(new KeyRange(first, run.entries().lastKey()));
        before = place;
      }
    }
    return kept;
  }

  private List<Run> runs(SortedMap<String, Payload> entries) {
    List<Run> runs = new ArrayList<>();
    SortedMap<String, Payload> run = new TreeMap<>(Utf8Order.INSTANCE);
    long bytes = 0;
    for (Map.Entry<String, Payload> entry : entries.entrySet()) {
      run.put(entry.getKey(), entry.getValue());
      bytes += entry.getKey().length() + entry.getValue().size();
      if (bytes >= blockBytes || hash.ofKey(entry.getKey()) % RUN_ENTRIES.value() == 0) {
        runs.add(new Run(run, hash.ofEntries(run)));
        run = new TreeMap<>(Utf8Order.INSTANCE);
        bytes = 0;
      }
    }
    if (!run.isEmpty()) {
      runs.add(new Run(run, hash.ofEntries(run)));
    }
    return runs;
  }
}
