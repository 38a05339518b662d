package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records that an object reads, writes and deletes. */
class OnodeTest {
  private static final ObjectTable.Ref REF =
      new ObjectTable.Ref(CollectionId.DAEMON, new ObjectId(7, "o"));
  private static final byte[] KEY = Keys.object(REF.collection(), REF.object());
  private static final long NUMBER = 5;

  private final HeapMetadata metadata = new HeapMetadata();
  private final Onode.Loader loader = new Onode.Loader(metadata);

  @AfterEach
  void allWalksAreClosed() {
    assertThat(metadata.openWalks()).isZero();
  }

  private static RawBlocks blocks(int place) {
    RawBlocks blocks = new RawBlocks();
    blocks.set(place % 64, place, place * 3);
    return blocks;
  }

  /** An object of {@code spans} spans; the first span and those with an odd index have blocks. */
  private Onode stored(int spans) throws Exception {
    Onode made = loader.make(REF, KEY, NUMBER);
    made.resize(spans * Onode.SPAN_BYTES);
    for (int index = 0; index < spans; index++) {
      if (index == 0 || index % 2 == 1) {
        made.changeBlocks(index).copy(blocks(index + 1));
      }
    }
    made.store();
    return load();
  }

  private Onode load() throws Exception {
    return loader.load(REF, KEY, Objects.requireNonNull(metadata.get(Family.OBJECT, KEY)));
  }

  @Test
  void isLoadedAsItWasStored() throws Exception {
    Onode made = loader.make(REF, KEY, NUMBER);
    assertThat(made.size()).isZero();
    made.resize(1234);
    made.hasMap(true);
    made.damage("torn");
    made.attributes().put("_", Payload.utf8("v"));
    made.changeBlocks(0).copy(blocks(3));
    made.store();
    RawObject record =
        RawFormat.decodeObject(Objects.requireNonNull(metadata.get(Family.OBJECT, KEY)));
    assertThat(record)
        .isEqualTo(new RawObject(NUMBER, 1234, true, made.attributes(), blocks(3), "torn"));
    Onode loaded = load();
    assertThat(loaded.size()).isEqualTo(1234);
    assertThat(loaded.hasMap()).isTrue();
    assertThat(loaded.damage()).isEqualTo("torn");
    assertThat(loaded.attributes()).isEqualTo(made.attributes());
    assertThat(loaded.blocksAt(0)).isEqualTo(blocks(3));
    assertThat(loaded.id()).isEqualTo(REF.object());
    assertThat(loaded.collection()).isEqualTo(REF.collection());
    assertThat(loaded.mapPrefix()).isEqualTo(Keys.map(NUMBER));
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 0))).isNull();
  }

  /** A range of up to eight records is read one by one, a longer one by a walk. */
  @ParameterizedTest
  @CsvSource({
    "0,20", "0,8", "0,9", "0,10", "1,9", "1,10", "3,20", "5,5", "6,5", "4,30", "19,20", "0,1",
    "11,19", "11,20", "0,100"
  })
  void loadsTheBlocksOfARange(int from, int to) throws Exception {
    Onode onode = stored(20);
    // Records of other objects, or behind its end, do not belong to it.
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER, 20), RawFormat.encode(blocks(9)));
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER + 1, 3), RawFormat.encode(blocks(9)));
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER - 1, 3), RawFormat.encode(blocks(9)));
    Map<Integer, RawBlocks> expected = new TreeMap<>();
    for (int index = from; index < Math.min(to, 20); index++) {
      if (index == 0 || index % 2 == 1) {
        expected.put(index, blocks(index + 1));
      }
    }
    assertThat(onode.blocksBetween(from, to)).isEqualTo(expected);
    assertThat(onode.blocksBetween(from, to)).isEqualTo(expected);
  }

  /** A record that is not needed may be damaged. */
  @ParameterizedTest
  @CsvSource({"2,5", "1,3", "2,17", "3,20", "0,4", "0,14"})
  void readsNoRecordsOutsideTheRange(int from, int to) throws Exception {
    Onode onode = stored(20);
    Map<Integer, RawBlocks> expected = load().blocksBetween(from, to);
    for (int index = 1; index < 21; index++) {
      if (index < from || index >= to) {
        metadata.put(Family.BLOCKS, Keys.blocks(NUMBER, index), new byte[] {77});
      }
    }
    assertThat(onode.blocksBetween(from, to)).isEqualTo(expected);
    if (to < 20) {
      assertThatThrownBy(() -> onode.blocksBetween(from, to + 1))
          .isInstanceOf(DamagedRecordException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 20})
  void whatWasChangedIsNotReadAgain(int to) throws Exception {
    Onode onode = stored(20);
    onode.changeBlocks(3).copy(blocks(50));
    onode.changeBlocks(2).copy(blocks(51));
    Map<Integer, RawBlocks> all = onode.blocksBetween(0, to);
    assertThat(all.get(3)).isEqualTo(blocks(50));
    assertThat(all.get(2)).isEqualTo(blocks(51));
    assertThat(all.get(1)).isEqualTo(blocks(2));
    onode.store();
    assertThat(load().blocksBetween(0, to)).isEqualTo(all);
  }

  /** An object exactly as long as its records, and one a byte longer. */
  @Test
  void itsLastRecordIsFoundWhereverItEnds() throws Exception {
    Onode made = loader.make(REF, KEY, NUMBER);
    made.resize(2 * Onode.SPAN_BYTES + 1);
    made.changeBlocks(2).copy(blocks(4));
    made.store();
    assertThat(load().blocksAt(2)).isEqualTo(blocks(4));
    assertThat(load().blocksAt(1)).isNull();
    Onode shorter = load();
    shorter.resize(2 * Onode.SPAN_BYTES);
    shorter.store();
    assertThat(shorter.blocksAt(2)).as("it may be there").isEqualTo(blocks(4));
    assertThat(load().blocksAt(2)).as("behind its end").isNull();
  }

  @Test
  void writesTheRecordsThatChangedAndNoOthers() throws Exception {
    Onode onode = stored(4);
    metadata.delete(Family.BLOCKS, Keys.blocks(NUMBER, 1));
    onode.changeBlocks(3).clear(4);
    onode.changeBlocks(2).copy(blocks(9));
    onode.store();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 1))).isNull();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 3))).as("is empty").isNull();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 2)))
        .isEqualTo(RawFormat.encode(blocks(9)));
    metadata.delete(Family.BLOCKS, Keys.blocks(NUMBER, 2));
    onode.store();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 2))).as("changed no more").isNull();
  }

  /** It learns where its records end when it is stored. */
  @Test
  void whatGrewAndShrankAgainIsDeleted() throws Exception {
    Onode onode = loader.make(REF, KEY, NUMBER);
    onode.resize(3 * Onode.SPAN_BYTES);
    onode.changeBlocks(2).copy(blocks(9));
    onode.store();
    onode.changeBlocks(2).copy(new RawBlocks());
    onode.resize(0);
    onode.store();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, 2))).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20})
  void deletesWhatIsItsOwn(int spans) throws Exception {
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER + 1, 0), new byte[0]);
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER - 1, 70), new byte[0]);
    metadata.put(Family.OBJECT, Keys.object(REF.collection(), new ObjectId(7, "p")), new byte[0]);
    stored(spans).delete();
    assertThat(metadata.get(Family.OBJECT, KEY)).isNull();
    for (int index = 0; index < 21; index++) {
      assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER, index))).isNull();
    }
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER + 1, 0))).isNotNull();
    assertThat(metadata.get(Family.BLOCKS, Keys.blocks(NUMBER - 1, 70))).isNotNull();
    assertThat(metadata.get(Family.OBJECT, Keys.object(REF.collection(), new ObjectId(7, "p"))))
        .isNotNull();
  }

  @Test
  void recordsThatCannotBeReadAreTold() throws Exception {
    Onode onode = stored(20);
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER, 3), new byte[] {77});
    assertThatThrownBy(() -> onode.blocksAt(3)).isInstanceOf(DamagedRecordException.class);
    assertThatThrownBy(() -> onode.blocksBetween(0, 20)).isInstanceOf(DamagedRecordException.class);
    assertThatThrownBy(() -> loader.load(REF, KEY, new byte[] {99}))
        .isInstanceOf(DamagedRecordException.class);
    metadata.put(Family.BLOCKS, Keys.blocks(NUMBER, 3), RawFormat.encode(blocks(4)));
    metadata.breakOff(Family.BLOCKS, 3);
    assertThatThrownBy(() -> onode.blocksBetween(0, 20)).isInstanceOf(MetadataException.class);
  }

  @Test
  void weighsWhatItHasInMemory() throws Exception {
    Onode onode = loader.make(REF, KEY, NUMBER);
    long empty = 400 + 2L * KEY.length;
    assertThat(onode.weightBytes()).isEqualTo(empty);
    onode.changeBlocks(0).set(0, 1, 1);
    onode.attributes().put("ab", Payload.utf8("12345"));
    long head = 12 + 200 + 2 + 5;
    assertThat(onode.weightBytes()).isEqualTo(empty + head);
    onode.changeBlocks(3).set(5, 1, 1);
    onode.changeBlocks(4);
    long spans = 2 * (120 + 12 * 64);
    assertThat(onode.weightBytes()).isEqualTo(empty + head + spans);
    RawUnit unit = new RawUnit(0, 2, Compression.LZ4, 100, List.of(RawStep.Run.of(9, 1)));
    onode.changeBlocks(4).pack(0, unit);
    onode.changeBlocks(3).pack(1, unit);
    assertThat(onode.weightBytes()).isEqualTo(empty + head + spans + 2 * (4 * 64 + 4 * 250));
  }
}
