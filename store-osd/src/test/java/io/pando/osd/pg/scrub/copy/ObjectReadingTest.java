package io.pando.osd.pg.scrub.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.Sound;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.random.Random64;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A copy is read in pieces, whatever happens to it meanwhile. */
class ObjectReadingTest {
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final long KEY = 5;
  private static final int PIECE = 64;

  private final PlainObject object = new PlainObject();
  private final ObjectReading reading =
      new ObjectReading(OBJECT, () -> new ReplicaDigest(KEY), PIECE);

  private static SortedMap<String, Payload> one(String key, Payload value) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(key, value);
    return entries;
  }

  private static void write(PlainObject object, long at, int length, Random64 random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    object.apply(new StoreOp.Write(GroupHarness.COLLECTION, OBJECT, at, Payload.wrap(bytes)));
  }

  private static void put(PlainObject object, String key, int length) {
    object.apply(
        new StoreOp.PutMap(
            GroupHarness.COLLECTION, OBJECT, one(key, Payload.utf8("v".repeat(length)))));
  }

  private static void setVersion(PlainObject object, long counter) {
    Payload info = GroupRecords.OBJECT.encode(new ObjectInfo(new Version(1, counter), 0));
    object.apply(
        new StoreOp.PutAttributes(
            GroupHarness.COLLECTION, OBJECT, one(ObjectInfo.ATTRIBUTE, info)));
  }

  private static PlainObject made(Random64 random, int bytes, int entries) {
    PlainObject made = new PlainObject();
    setVersion(made, 3);
    write(made, 0, bytes, random);
    for (int i = 0; i < entries; i++) {
      put(made, "k" + random.nextInt(1_000), random.nextInt(90));
    }
    return made;
  }

  private static int reads(ObjectReading reading, PlainObject of) {
    int reads = 0;
    while (reading.state() == null) {
      reading.take(new ReadOutcome.Found(of.view(reading.query(), 16)));
      reads++;
    }
    return reads;
  }

  private static Sound sound(PlainObject of, int pieceBytes) {
    ObjectReading reading = new ObjectReading(OBJECT, () -> new ReplicaDigest(KEY), pieceBytes);
    int reads = reads(reading, of);
    long mapBytes =
        of.map().entrySet().stream()
            .mapToLong(entry -> entry.getKey().length() + entry.getValue().size())
            .sum();
    assertThat(reading.bytesRead()).as("each byte is read once").isEqualTo(of.size() + mapBytes);
    assertThat(reads).isLessThanOrEqualTo(1 + of.size() / pieceBytes + of.map().size());
    return (Sound) Objects.requireNonNull(reading.state());
  }

  @Test
  void aCopyIsTheSameInWhateverPiecesItIsRead() {
    int[][] sizes = {
      {0, 0}, {1, 0}, {63, 1}, {64, 2}, {65, 0}, {128, 9}, {129, 30}, {1_000, 0}, {0, 40}
    };
    Random64 random = new Random64(1);
    for (int[] size : sizes) {
      PlainObject of = made(random, size[0], size[1]);
      Sound once = sound(of, 1 << 20);
      assertThat(once.version()).isEqualTo(new Version(1, 3));
      for (int piece : new int[] {17, 64, 100, 128}) {
        assertThat(sound(of, piece)).isEqualTo(once);
      }
      PlainObject longer = of.copy();
      write(longer, of.size(), 1, random);
      PlainObject richer = of.copy();
      put(richer, "zz", 0);
      PlainObject labelled = of.copy();
      labelled.apply(
          new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, one("a", Payload.utf8("b"))));
      for (PlainObject other : new PlainObject[] {longer, richer, labelled}) {
        assertThat(sound(other, PIECE).content()).isNotEqualTo(once.content());
      }
    }
  }

  @Test
  void theFirstQuestionIsWhatEveryReadingBeginsBy() {
    assertThat(reading.query()).isEqualTo(ObjectReading.first(PIECE));
    assertThat(reading.object()).isEqualTo(OBJECT);
    reading.take(new ReadOutcome.Absent());
    assertThat(reading.state()).isEqualTo(new Absent());
  }

  private void take(PlainObject of) {
    reading.take(new ReadOutcome.Found(of.view(reading.query(), 16)));
  }

  @Test
  void aCopyThatChangesIsReadAnewThreeTimes() {
    Random64 random = new Random64(2);
    PlainObject of = made(random, 300, 20);
    for (int change = 0; change < 3; change++) {
      setVersion(of, 4 + change);
      take(of);
      take(of);
      write(of, 10, 20, random);
      put(of, "k" + change, 5);
      setVersion(of, 40 + change);
      take(of);
      assertThat(reading.query()).as("from the beginning").isEqualTo(ObjectReading.first(PIECE));
    }
    CopyState once = sound(of, PIECE);
    reads(reading, of);
    assertThat(reading.state()).isEqualTo(once);
  }

  @Test
  void aCopyThatChangesAllTheTimeIsGivenUp() {
    Random64 random = new Random64(3);
    PlainObject of = made(random, 300, 20);
    for (int change = 1; change <= 8; change++) {
      assertThat(reading.state()).isNull();
      setVersion(of, 10 + change);
      take(of);
    }
    assertThat(reading.state())
        .isEqualTo(new Damaged(new Version(1, 18), "it changed during every attempt to read it"));
  }

  @Test
  void ofADamagedCopyTheVersionIsRead() {
    PlainObject of = made(new Random64(4), 300, 0);
    take(of);
    reading.take(new ReadOutcome.Damaged("bad block"));
    assertThat(reading.query()).isEqualTo(ObjectQuery.STAT);
    take(of);
    assertThat(reading.state()).isEqualTo(new Damaged(new Version(1, 3), "bad block"));
  }

  @Test
  void aCopyThatCannotBeReadAtAllHasNoVersion() {
    reading.take(new ReadOutcome.Damaged("bad block"));
    reading.take(new ReadOutcome.Damaged("bad record"));
    assertThat(reading.state()).isEqualTo(new Damaged(Version.ZERO, "bad block"));
  }

  @Test
  void aCopyWhoseRecordIsSpoiledIsBroken() {
    object.apply(
        new StoreOp.PutAttributes(
            GroupHarness.COLLECTION, OBJECT, one(ObjectInfo.ATTRIBUTE, Payload.utf8("?"))));
    take(object);
    assertThat(reading.state())
        .isInstanceOfSatisfying(
            Damaged.class,
            broken -> {
              assertThat(broken.version()).isEqualTo(Version.ZERO);
              assertThat(broken.what()).startsWith("its record cannot be read: ");
            });
  }

  @Test
  void aStoreThatGivesNoBytesIsNotAskedForEver() {
    write(object, 0, 100, new Random64(5));
    setVersion(object, 3);
    ObjectView view = object.view(reading.query(), 16);
    ObjectView without =
        new ObjectView(
            view.size(), view.attributes(), List.of(Payload.EMPTY), view.maps(), view.allocated());
    assertThatThrownBy(() -> reading.take(new ReadOutcome.Found(without)))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessage(OBJECT + " gives no bytes behind 0");
  }
}
