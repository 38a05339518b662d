package io.pando.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.crush.CrushMap;
import io.pando.crush.HostMaps;
import io.pando.crush.RandomCrushMaps;
import io.pando.crush.text.CrushText;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrushCodecTest {
  private static final String GOLDEN = "stored-crush-map-1.txt";

  @Test
  void whatIsWrittenIsRead() {
    Random64 random = new Random64(11);
    for (int i = 0; i < 300; i++) {
      CrushMap map = RandomCrushMaps.next(random);
      assertThat(CrushCodec.decode(CrushCodec.encode(map))).isEqualTo(map);
    }
  }

  /** The meaning is the text of the map, with its lines joined. */
  @Test
  void examplesAreUnderstoodForEver() {
    Random64 random = new Random64(12);
    List<CrushMap> maps =
        List.of(HostMaps.of(2, 2), RandomCrushMaps.next(random), RandomCrushMaps.next(random));
    Golden.write(
        GOLDEN,
        maps.stream()
            .map(map -> new Golden.Example("crush-map", hex(map), CrushText.print(map)))
            .toList());
    List<Golden.Example> examples = Golden.read(GOLDEN);
    assertThat(examples).hasSize(3);
    for (Golden.Example example : examples) {
      CrushMap map = CrushCodec.decode(HexFormat.of().parseHex(example.hex()));
      assertThat(Golden.meaning(CrushText.print(map))).isEqualTo(example.meaning());
      assertThat(hex(map)).isEqualTo(example.hex());
    }
  }

  private static String hex(CrushMap map) {
    return HexFormat.of().formatHex(CrushCodec.encode(map));
  }

  @Test
  void damagedBytesGiveAMapOrAFormatException() {
    Random64 random = new Random64(13);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = CrushCodec.encode(RandomCrushMaps.next(random));
      byte[] damaged = Arrays.copyOf(bytes, bytes.length - random.nextInt(3) * random.nextInt(9));
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        CrushMap map = CrushCodec.decode(damaged);
        assertThat(CrushCodec.decode(CrushCodec.encode(map))).isEqualTo(map);
      } catch (FormatException e) {
        assertThat(e).hasMessageMatching("(?s)CrushMap.*");
      }
    }
  }

  @Test
  void saysWhatContradicts() {
    CrushMap map = HostMaps.of(1, 1);
    CrushParts parts = CrushParts.of(map);
    CrushParts withoutDevices =
        new CrushParts(parts.tunables(), List.of(), parts.types(), parts.buckets(), parts.rules());
    assertThatThrownBy(() -> CrushCodec.decode(CrushRecords.STORED.toBytes(withoutDevices)))
        .isInstanceOf(FormatException.class)
        .hasMessage("CrushMap: bucket host0 holds item 0, which does not exist");
  }

  @Test
  void staysSmall() {
    assertThat(CrushCodec.encode(HostMaps.of(100, 10))).hasSizeLessThan(16_000);
  }
}
