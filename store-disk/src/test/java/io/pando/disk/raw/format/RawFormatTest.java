package io.pando.disk.raw.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.collect.Utf8Order;
import io.pando.disk.StoreIdentity;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The golden bytes never change: a change of a format adds a version with its bytes. */
final class RawFormatTest {
  private static final RawBlocks BLOCKS = blocks();
  private static final RawSuperblock SUPERBLOCK =
      new RawSuperblock(
          new StoreIdentity(
              ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(5), 1),
          262_144,
          4096,
          "block",
          0);

  private static RawBlocks blocks() {
    RawBlocks blocks = new RawBlocks();
    blocks.set(1, 7, 0x11);
    blocks.set(2, 8, -1);
    blocks.set(4, 3, 0x33);
    return blocks;
  }

  @Test
  void blocksVersion1() throws DamagedRecordException {
    String golden = "010a0e080110071a0811000000ffffffff0a0a080410031a0433000000";
    assertThat(hex(RawFormat.encode(BLOCKS))).isEqualTo(golden);
    assertThat(RawFormat.decodeBlocks(unhex(golden))).isEqualTo(BLOCKS);
  }

  /** Records that an earlier writer wrote, which was written by hand. */
  @Test
  void earlierRecordsAreReadAndWrittenTheSame() throws IOException, DamagedRecordException {
    for (String line : Files.readAllLines(Path.of("src/test/resources/golden/raw-records.txt"))) {
      byte[] bytes = unhex(line.substring(line.indexOf('\t') + 1));
      byte[] again =
          switch (line.substring(0, line.indexOf('\t'))) {
            case "blocks" -> RawFormat.encode(RawFormat.decodeBlocks(bytes));
            case "object" -> RawFormat.encode(RawFormat.decodeObject(bytes));
            default -> RawFormat.encode(RawFormat.decodeSuperblock(bytes));
          };
      assertThat(again).as(line).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsWrittenIsRead(long seed) throws DamagedRecordException {
    Random64 random = new Random64(seed);
    for (int round = 0; round < 300; round++) {
      RawBlocks any = new RawBlocks();
      int count = random.nextInt(RawBlocks.MAX + 1);
      for (int i = 0; i < count; i++) {
        if (!random.oneIn(4)) {
          long place = random.oneIn(3) ? 1000 + i : random.nextLong() >>> (20 + random.nextInt(44));
          any.set(i, place, (int) random.nextLong());
        }
      }
      assertThat(RawFormat.decodeBlocks(RawFormat.encode(any))).isEqualTo(any);
      SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
      for (int i = random.nextInt(4); i > 0; i--) {
        byte[] value = new byte[random.nextInt(400)];
        random.nextBytes(value);
        attributes.put("ä".repeat(random.nextInt(90)), Payload.wrap(value));
      }
      String damage = random.oneIn(4) ? "torn" : "";
      long number = random.nextLong() >>> random.nextInt(64);
      RawObject object =
          new RawObject(number, random.nextInt(9), random.oneIn(2), attributes, any, damage);
      assertThat(RawFormat.decodeObject(RawFormat.encode(object))).isEqualTo(object);
    }
  }

  @Test
  void objectVersion1() throws DamagedRecordException {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put("_", Payload.utf8("info"));
    attributes.put("ü", Payload.EMPTY);
    RawObject object = new RawObject(77, 20_000, true, attributes, BLOCKS, "");
    String golden =
        "01084d10a09c01180122090a015f1204696e666f22040a02c3bc"
            + "2a1c0a0e080110071a0811000000ffffffff0a0a080410031a0433000000";
    assertThat(hex(RawFormat.encode(object))).isEqualTo(golden);
    assertThat(RawFormat.decodeObject(unhex(golden))).isEqualTo(object);
  }

  @Test
  void objectVersion2() throws DamagedRecordException {
    RawObject object =
        new RawObject(77, 4096, false, new TreeMap<>(Utf8Order.INSTANCE), BLOCKS, "torn");
    String golden =
        "02084d1080202a1c0a0e080110071a0811000000ffffffff0a0a080410031a04330000003204746f726e";
    assertThat(hex(RawFormat.encode(object))).isEqualTo(golden);
    assertThat(RawFormat.decodeObject(unhex(golden))).isEqualTo(object);
  }

  @Test
  void blocksVersion2() throws DamagedRecordException {
    String golden =
        "020a0a080610281a0404000000121d100418012088272a0810091a04010000002a0810141a04020000003009"
            + "1214080110041802204d2a08101e1a04030000003001";
    assertThat(hex(RawFormat.encode(packed()))).isEqualTo(golden);
    assertThat(RawFormat.decodeBlocks(unhex(golden))).isEqualTo(packed());
  }

  @Test
  void objectVersion3() throws DamagedRecordException {
    RawObject object =
        new RawObject(77, 20_000, false, new TreeMap<>(Utf8Order.INSTANCE), packed(), "");
    String golden =
        "03084d10a09c012a410a0a080610281a0404000000121d100418012088272a0810091a04010000002a081014"
            + "1a040200000030091214080110041802204d2a08101e1a04030000003001";
    assertThat(hex(RawFormat.encode(object))).isEqualTo(golden);
    assertThat(RawFormat.decodeObject(unhex(golden))).isEqualTo(object);
    RawObject damaged =
        new RawObject(77, 20_000, false, object.attributes(), object.head(), "torn");
    assertThat(RawFormat.decodeObject(RawFormat.encode(damaged))).isEqualTo(damaged);
  }

  /**
   * A unit of four blocks packed into two; of the four, the second is in another unit, the third is
   * a hole.
   */
  private static RawBlocks packed() {
    RawUnit wide =
        new RawUnit(
            0, 4, Compression.LZ4, 5000, List.of(RawStep.Run.of(9, 1), RawStep.Run.of(20, 2)));
    RawUnit over = new RawUnit(1, 4, Compression.ZSTD, 77, List.of(RawStep.Run.of(30, 3)));
    RawBlocks blocks = new RawBlocks();
    blocks.pack(0, wide);
    blocks.pack(1, over);
    blocks.pack(3, wide);
    blocks.set(6, 40, 4);
    return blocks;
  }

  @Test
  void unitsThatCannotBeAreRefused() {
    byte[] good = RawFormat.encode(packed());
    Random64 random = new Random64(3);
    for (int i = 0; i < 5_000; i++) {
      byte[] bad = good.clone();
      bad[1 + random.nextInt(bad.length - 1)] ^= (byte) (1 << random.nextInt(8));
      try {
        RawBlocks read = RawFormat.decodeBlocks(bad);
        assertThat(RawFormat.decodeBlocks(RawFormat.encode(read))).isEqualTo(read);
      } catch (DamagedRecordException e) {
        assertThat(e).hasMessageNotContaining("null");
      }
    }
  }

  @Test
  void aUnitIsShownUntilItsLastBlockIsElsewhere() {
    RawBlocks blocks = packed();
    RawUnit wide = blocks.units().getFirst();
    assertThat(blocks.units()).hasSize(2);
    blocks.set(0, 50, 5);
    assertThat(blocks.shows(wide)).isTrue();
    blocks.clear(3);
    assertThat(blocks.shows(wide)).isFalse();
    assertThat(blocks.units()).hasSize(1);
    List<Long> places = new ArrayList<>();
    blocks.eachPlace((place, _) -> places.add(place));
    assertThat(places).containsExactly(50L, 40L, 30L);
  }

  @Test
  void superblockVersion1() throws DamagedRecordException {
    String golden =
        "50414e444f52415700000001000000240a1000112233445566778899aabbccddeeff"
            + "10051801208080102880203205626c6f636b2ba3a783";
    assertThat(hex(RawFormat.encode(SUPERBLOCK))).isEqualTo(golden);
    assertThat(RawFormat.decodeSuperblock(unhex(golden))).isEqualTo(SUPERBLOCK);
  }

  @Test
  void aSuperblockWithAnyByteChangedIsRefused() {
    byte[] good = RawFormat.encode(SUPERBLOCK);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x10;
      assertThatThrownBy(() -> RawFormat.decodeSuperblock(bad))
          .isInstanceOf(DamagedRecordException.class);
      byte[] cut = Arrays.copyOf(good, i);
      assertThatThrownBy(() -> RawFormat.decodeSuperblock(cut))
          .isInstanceOf(DamagedRecordException.class);
    }
  }

  @Test
  void recordsOfAnUnknownVersionAreRefused() {
    assertThatThrownBy(() -> RawFormat.decodeBlocks(new byte[] {9, 0}))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("version 9");
    assertThatThrownBy(() -> RawFormat.decodeObject(new byte[0]))
        .isInstanceOf(DamagedRecordException.class);
    assertThatThrownBy(() -> RawFormat.decodeObject(new byte[] {1, -1, -1}))
        .isInstanceOf(DamagedRecordException.class);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] unhex(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
