package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.merkle.BlockHash;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One object is made from another version of it, from pieces that leave out what is the same. */
class SigningTest {
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final CollectionId IN = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final long KEY = 17;
  private static final int PIECE = 4096;
  private static final int BLOCK = 512;
  private static final int HOLE = 128;

  private final Signing signing = new Signing(KEY, BLOCK);
  private long sent;

  private static StoreOp.Write write(long at, byte[] bytes) {
    return new StoreOp.Write(IN, OBJECT, at, Payload.wrap(bytes));
  }

  private static SortedMap<String, Payload> one(String key, Payload value) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(key, value);
    return entries;
  }

  private static byte[] noise(Random64 random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void edit(PlainObject object, Random64 random) {
    int at = random.nextInt(object.size() + 2000);
    int length = 1 + random.nextInt(1500);
    String key = "k" + random.nextInt(400);
    StoreOp step =
        switch (random.nextInt(9)) {
          case 0 -> new StoreOp.Zero(IN, OBJECT, new ByteRange(at, length));
          case 1 -> new StoreOp.Truncate(IN, OBJECT, at);
          case 2, 3 -> write(at, noise(random, length));
          case 4 ->
              new StoreOp.PutAttributes(
                  IN, OBJECT, one("a" + random.nextInt(4), Payload.wrap(noise(random, 9))));
          case 5 -> new StoreOp.RemoveAttributes(IN, OBJECT, List.of("a" + random.nextInt(4)));
          case 6 -> new StoreOp.RemoveMapRange(IN, OBJECT, key, key + "5");
          default ->
              new StoreOp.PutMap(
                  IN, OBJECT, one(key, Payload.wrap(noise(random, random.nextInt(90)))));
        };
    object.apply(step);
  }

  private static PlainObject made(Random64 random) {
    PlainObject object = new PlainObject();
    object.apply(new StoreOp.Touch(IN, OBJECT));
    object.apply(
        new StoreOp.PutAttributes(IN, OBJECT, one(ObjectInfo.ATTRIBUTE, Payload.utf8("old"))));
    object.apply(write(0, noise(random, 1 + random.nextInt(20_000))));
    for (int i = random.nextInt(500); i > 0; i--) {
      object.apply(
          new StoreOp.PutMap(IN, OBJECT, one("k" + i, Payload.utf8("v" + random.nextInt(999)))));
    }
    return object;
  }

  private static void assertBlocksThatMeetAreOneRange(List<ByteRange> kept) {
    for (int i = 1; i < kept.size(); i++) {
      assertThat(kept.get(i).offset()).as(kept.toString()).isGreaterThan(kept.get(i - 1).end());
    }
  }

  /** Brings {@code right} over {@code there}, piece by piece. */
  private void bring(PlainObject right, PlainObject there, @Nullable Random64 trouble) {
    Cursor from = Cursor.START;
    boolean last = false;
    while (!last) {
      Piece piece =
          ObjectPieces.cut(right.view(ObjectPieces.query(from, PIECE), HOLE), from, PIECE);
      assertBytesAreInTheirRanges(piece);
      boolean unread = trouble != null && trouble.oneIn(6);
      if (there.exists() && !unread) {
        Signature signature = signing.sign(there.view(ObjectPieces.query(from, PIECE), HOLE), from);
        piece = signing.without(piece, signature);
        assertBytesAreInTheirRanges(piece);
        assertBlocksThatMeetAreOneRange(Objects.requireNonNull(piece.kept()).ranges());
      }
      Copied copied = new Copied(OBJECT, new Version(1, 1), piece);
      sent += ObjectPieces.bytes(copied);
      List<String> attributes = new ArrayList<>(there.attributes().keySet());
      Assembly.steps(IN, copied, false, attributes).forEach(there::apply);
      last = piece.last();
      from = piece.next();
      assertThat(there.attributes().containsKey(ObjectInfo.ATTRIBUTE)).isEqualTo(last);
    }
  }

  private static void assertBytesAreInTheirRanges(Piece piece) {
    long at = piece.from().offset();
    long bytes = 0;
    for (ByteRange range : piece.content().ranges()) {
      assertThat(range.offset()).isGreaterThanOrEqualTo(at);
      assertThat(range.length()).as("no range is empty").isPositive();
      at = range.end();
      bytes += range.length();
    }
    assertThat(at).isLessThanOrEqualTo(piece.next().offset());
    assertThat(bytes).isEqualTo(piece.content().data().size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whateverWasThereBecomesTheObject(boolean trouble) {
    for (int seed = 0; seed < 400; seed++) {
      Random64 random = new Random64(seed);
      PlainObject there = made(random);
      PlainObject right = random.oneIn(8) ? made(random) : there.copy();
      for (int i = random.nextInt(12); i > 0; i--) {
        edit(right, random);
      }
      right.apply(
          new StoreOp.PutAttributes(IN, OBJECT, one(ObjectInfo.ATTRIBUTE, Payload.utf8("new"))));
      bring(right, there, trouble ? random : null);
      assertThat(there).as("seed " + seed).hasToString(right.toString());
    }
  }

  /** Asking takes a round trip, so it must be about more than a block. */
  @Test
  void smallObjectsAreSentUnasked() {
    for (int bytes : new int[] {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, PIECE, PIECE + 1}) {
      PlainObject object = new PlainObject();
      object.apply(write(0, noise(new Random64(bytes), bytes)));
      ObjectView view = object.view(ObjectPieces.query(Cursor.START, PIECE), HOLE);
      Piece first = ObjectPieces.cut(view, Cursor.START, PIECE);
      assertThat(signing.isWorthIt(first))
          .as("%d bytes", bytes)
          .isEqualTo(ObjectPieces.bytes(first) > BLOCK || !first.last());
      if (!first.last()) {
        Piece second =
            ObjectPieces.cut(
                object.view(ObjectPieces.query(first.next(), PIECE), HOLE), first.next(), PIECE);
        assertThat(signing.isWorthIt(second)).as("the rest of a large one").isTrue();
      }
    }
  }

  @Test
  void whatIsTheSameIsNotSent() {
    Random64 random = new Random64(3);
    PlainObject there = made(random);
    there.apply(write(0, noise(random, 100 * BLOCK)));
    PlainObject right = there.copy();
    bring(right, there.copy(), null);
    assertThat(sent).isZero();
    right.apply(write(33 * BLOCK + 5, noise(random, 7)));
    bring(right, there, null);
    assertThat(sent).isEqualTo(BLOCK);
  }

  /** A replica may have more bytes than the right copy, and sign blocks that are not needed. */
  @Test
  void blocksAreComparedUpToTheEndOfThePiece() {
    for (int bytes : new int[] {BLOCK - 1, BLOCK, BLOCK + 1}) {
      PlainObject object = new PlainObject();
      object.apply(write(0, noise(new Random64(bytes), bytes)));
      ObjectView view = object.view(ObjectPieces.query(Cursor.START, PIECE), HOLE);
      Piece piece = ObjectPieces.cut(view, Cursor.START, PIECE);
      List<Long> blocks = new ArrayList<>(signing.sign(view, Cursor.START).blocks());
      blocks.add(new BlockHash(KEY).ofBytes(Payload.EMPTY));
      blocks.add(0L);
      assertThat(kept(piece, blocks)).containsExactly(new ByteRange(0, bytes));
      blocks.set(0, 0L);
      assertThat(kept(piece, blocks))
          .isEqualTo(bytes > BLOCK ? List.of(new ByteRange(BLOCK, 1)) : List.of());
    }
  }

  @Test
  void aRunOfEntriesEndsOnceItHasABlock() {
    for (int bytes : new int[] {BLOCK - 1, BLOCK}) {
      PlainObject object = new PlainObject();
      object.apply(new StoreOp.PutMap(IN, OBJECT, one("a", Payload.wrap(new byte[bytes - 1]))));
      object.apply(new StoreOp.PutMap(IN, OBJECT, one("b", Payload.EMPTY)));
      object.apply(new StoreOp.PutMap(IN, OBJECT, one("c", Payload.EMPTY)));
      ObjectView view = object.view(ObjectPieces.query(Cursor.START, PIECE), HOLE);
      Signature signature = signing.sign(view, Cursor.START);
      SortedMap<String, Payload> last = one("c", Payload.EMPTY);
      if (bytes == BLOCK) {
        last.put("b", Payload.EMPTY);
      }
      assertThat(signature.runs()).hasSize(2).endsWith(new BlockHash(KEY).ofEntries(last));
    }
  }

  private List<ByteRange> kept(Piece piece, List<Long> blocks) {
    Piece left = signing.without(piece, new Signature(blocks, List.of()));
    return Objects.requireNonNull(left.kept()).ranges();
  }

  @Test
  void anEntryMoreChangesNoRunBehindIt() {
    Random64 random = new Random64(4);
    PlainObject there = made(random);
    for (int i = 0; i < 5000; i++) {
      there.apply(
          new StoreOp.PutMap(IN, OBJECT, one("k" + random.nextInt(1 << 30), Payload.utf8("v"))));
    }
    PlainObject right = there.copy();
    right.apply(new StoreOp.PutMap(IN, OBJECT, one("k3", Payload.utf8("more"))));
    right.apply(new StoreOp.RemoveMapRange(IN, OBJECT, "k7", "k701"));
    bring(right, there, null);
    assertThat(there.map()).isEqualTo(right.map());
    assertThat(sent).isBetween(1L, 40L * BLOCK);
  }
}
