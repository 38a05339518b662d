package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which blocks are packed, where the result is stored, and which blocks are given back. */
class PackerTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(1, "o");

  private final Codecs codecs = Codecs.portable();
  private final Packer packer = new Packer(codecs);

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random64(length).nextBytes(bytes);
    return bytes;
  }

  /** Content of {@code blocks} blocks that the codec packs into exactly {@code bytes} bytes. */
  private byte[] packedInto(int blocks, int bytes) {
    byte[] packed = new byte[(blocks + 1) * BLOCK_BYTES];
    for (int hard = bytes; hard > 0; hard--) {
      byte[] all = Arrays.copyOf(random(hard), blocks * BLOCK_BYTES);
      if (codecs.of(Compression.LZ4).pack(all, packed) == bytes) {
        return all;
      }
    }
    throw new AssertionError("nothing is packed into " + bytes + " bytes");
  }

  private static DraftStep.Packable step(long block, byte[] bytes, GrantedExtent... room) {
    return new DraftStep.Packable(HERE, OBJECT, block, Payload.wrap(bytes), List.of(room));
  }

  private LogItem.PlacedTransaction pack(DraftStep... steps) {
    LogItem.Origin caller = new LogItem.Origin(1, false, 0, _ -> {});
    return packer.pack(
        new LogItem.UncompressedTransaction(caller, List.of(steps), Compression.LZ4));
  }

  /** Checks that the bytes an update writes and its steps result in the expected object. */
  private void assertKeeps(LogItem.PlacedTransaction update, long firstBlock, byte[] expected) {
    byte[] device = new byte[400 * BLOCK_BYTES];
    for (LogItem.Placement part : update.data()) {
      part.bytes().copyTo(device, (int) part.place() * BLOCK_BYTES);
    }
    byte[] object = new byte[expected.length];
    for (RawStep step : update.update().steps()) {
      List<RawStep.Run> runs = step.runs();
      byte[] there = new byte[17 * BLOCK_BYTES];
      int at = 0;
      for (RawStep.Run run : runs) {
        for (int i = 0; i < run.count(); i++) {
          int from = (int) (run.place() + i) * BLOCK_BYTES;
          byte[] block = Arrays.copyOfRange(device, from, from + BLOCK_BYTES);
          assertThat(Payload.wrap(block).crc32c()).isEqualTo(run.checksum(i));
          System.arraycopy(block, 0, there, at, BLOCK_BYTES);
          at += BLOCK_BYTES;
        }
      }
      switch (step) {
        case RawStep.Place place ->
            System.arraycopy(
                there, 0, object, (int) (place.block() - firstBlock) * BLOCK_BYTES, at);
        case RawStep.Pack pack -> {
          RawUnit unit = pack.unit();
          byte[] unpacked = new byte[unit.count() * BLOCK_BYTES];
          assertThat(codecs.of(unit.compression()).unpack(there, unit.packedBytes(), unpacked))
              .isTrue();
          for (int i = unit.packedBytes(); i < at; i++) {
            assertThat(there[i]).as("behind the end of a unit").isZero();
          }
          long block = pack.index() * 64L + unit.first();
          System.arraycopy(
              unpacked, 0, object, (int) (block - firstBlock) * BLOCK_BYTES, unpacked.length);
        }
        case RawStep.Take take -> throw new AssertionError(take.toString());
      }
    }
    assertThat(object).isEqualTo(expected);
  }

  private static List<String> shape(LogItem.PlacedTransaction update) {
    List<String> shape = new ArrayList<>();
    for (RawStep step : update.update().steps()) {
      shape.add(
          switch (step) {
            case RawStep.Take _ -> "take";
            case RawStep.Place place -> "place " + place.block() + " " + place.count();
            case RawStep.Pack pack ->
                "pack %d/%d %d into %d"
                    .formatted(
                        pack.index(),
                        pack.unit().first(),
                        pack.unit().count(),
                        pack.unit().places());
          });
    }
    return shape;
  }

  /** At least one block of each eight must be saved, and at least one in total. */
  @ParameterizedTest
  @CsvSource({"2,1", "3,2", "7,6", "8,7", "15,14", "16,14"})
  void packsWhatIsWorthIt(int blocks, int most) {
    byte[] worth = packedInto(blocks, most * BLOCK_BYTES);
    LogItem.PlacedTransaction update = pack(step(0, worth, new GrantedExtent(10, blocks)));
    assertThat(shape(update)).containsExactly("pack 0/0 %d into %d".formatted(blocks, most));
    assertThat(update.unused()).containsExactly(new GrantedExtent(10 + most, blocks - most));
    assertKeeps(update, 0, worth);
    byte[] not = packedInto(blocks, most * BLOCK_BYTES + 1);
    LogItem.PlacedTransaction plain = pack(step(0, not, new GrantedExtent(10, blocks)));
    assertThat(shape(plain)).containsExactly("place 0 " + blocks);
    assertThat(plain.unused()).isEmpty();
    assertKeeps(plain, 0, not);
  }

  @Test
  void oneBlockIsNotPacked() {
    byte[] bytes = new byte[BLOCK_BYTES];
    LogItem.PlacedTransaction update = pack(step(5, bytes, new GrantedExtent(10, 1)));
    assertThat(shape(update)).containsExactly("place 5 1");
    assertKeeps(update, 5, bytes);
  }

  @Test
  void unitsBeginAtEachSixteenthBlock() {
    byte[] bytes = new byte[40 * BLOCK_BYTES];
    System.arraycopy(random(16 * BLOCK_BYTES), 0, bytes, 3 * BLOCK_BYTES, 16 * BLOCK_BYTES);
    LogItem.PlacedTransaction update =
        pack(
            step(
                61,
                bytes,
                new GrantedExtent(10, 2),
                new GrantedExtent(100, 1),
                new GrantedExtent(50, 37)));
    assertThat(shape(update))
        .containsExactly(
            "pack 0/61 3 into 1", "place 64 16", "pack 1/16 16 into 1", "pack 1/32 5 into 1");
    assertThat(update.unused()).containsExactly(new GrantedExtent(66, 21));
    assertThat(update.data().getFirst().place()).isEqualTo(10);
    assertKeeps(update, 61, bytes);
    assertThat(update.allotments())
        .contains(new GrantedExtent(66, 21), new GrantedExtent(10, 1), new GrantedExtent(11, 1));
  }

  @ParameterizedTest
  @CsvSource({"126,1,62", "128,2,0", "190,2,62", "192,3,0"})
  void unitsBelongToARecordOfBlocks(long block, int index, int first) {
    byte[] bytes = new byte[2 * BLOCK_BYTES];
    LogItem.PlacedTransaction update = pack(step(block, bytes, new GrantedExtent(10, 2)));
    assertThat(shape(update)).containsExactly("pack %d/%d 2 into 1".formatted(index, first));
    assertKeeps(update, block, bytes);
  }

  @Test
  void whatIsReadyStaysWhereItIs() {
    StoreOp touch = new StoreOp.Touch(HERE, OBJECT);
    LogItem.PlacedTransaction update =
        pack(
            new DraftStep.Ready(new RawStep.Take(touch)),
            step(0, new byte[2 * BLOCK_BYTES], new GrantedExtent(10, 2)),
            step(64, random(2 * BLOCK_BYTES), new GrantedExtent(20, 2)));
    assertThat(shape(update)).containsExactly("take", "pack 0/0 2 into 1", "place 64 2");
    assertThat(update.unused()).containsExactly(new GrantedExtent(11, 1));
    assertThat(update.caller().ticket()).isEqualTo(1);
  }
}
