package io.pando.crush.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.pando.crush.CrushMap;
import io.pando.crush.CrushVectors;
import io.pando.crush.RandomCrushMaps;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Tunables;
import io.pando.random.Random64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CrushTextTest {
  private static final String SMALL =
      """
      type 0 osd
      type 1 host
      type 2 root
      device 0 osd.0
      device 1 osd.1 class ssd
      host a {
        id -2
        alg straw2
        hash 0
        item osd.0 weight 1.0
        item osd.1 weight 2
      }
      root default { alg straw2 item a }
      rule r {
        id 0
        type replicated
        step take default
        step chooseleaf firstn 0 type host
        step emit
      }
      """;

  static List<String> maps() {
    return CrushVectors.maps();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void writesWhatCephWrites(String name) throws CrushSyntaxException {
    String text = CrushVectors.text(name + ".txt");
    CrushMap map = CrushText.parse(text);
    assertThat(CrushText.print(map)).isEqualTo(text);
    assertThat(CrushText.parse(CrushText.print(map))).isEqualTo(map);
  }

  @Test
  void readsBackWhatItWrites() throws CrushSyntaxException {
    Random64 random = new Random64(3);
    for (int i = 0; i < 200; i++) {
      CrushMap map = RandomCrushMaps.next(random);
      CrushMap read = CrushText.parse(CrushText.print(map));
      assertThat(read).isEqualTo(map);
      assertThat(read).hasSameHashCodeAs(map);
    }
  }

  @Test
  void fillsInWhatIsLeftOut() throws CrushSyntaxException {
    CrushMap map = CrushText.parse(SMALL);
    Bucket root = map.bucket("default").orElseThrow();
    assertThat(root.id()).isEqualTo(-1);
    assertThat(root.items()).containsExactly(new Bucket.Item(-2, 3 * CrushWeight.ONE));
    assertThat(map.tunables()).isEqualTo(Tunables.legacy());
    assertThat(map.rule("r").orElseThrow().maxSize()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type 1 host    | type 1 osd      | line 2, column 8: another type has the name osd",
        "device 0 osd.0 | device x osd.0  | line 4, column 8: expected a device's id, a number",
        "device 0 osd.0 | device 1 osd.0  | line 5, column 8: another device has id 1",
        "host a {       | hots a {        | line 6, column 1: expected 'tunable', 'device', 'type'",
        "id -2          | id 2            | line 7, column 6: expected a bucket's id, a number from",
        "alg straw2     | alg straw3      | line 8, column 7: expected 'uniform', 'list', 'tree'",
        "hash 0         | hash 1          | line 9, column 8: expected '0' or 'rjenkins1', found '1'",
        "item osd.0     | item osd.7      | line 10, column 8: item 'osd.7' in bucket a is not",
        "weight 1.0     | weight -1       | line 10, column 21: expected a weight, a decimal number",
        "weight 1.0     | weight 65535.9  | line 11, column 8: the items of bucket a weigh more",
        "item osd.1     | item osd.0      | line 11, column 8: item 'osd.0' is already in bucket a",
        "weight 2       | weight 2 pos 4  | line 11, column 8: position 4 leaves a gap",
        "alg straw2     | alg uniform     | line 11, column 8: the items of a uniform bucket must",
        "rule r {       | rule r          | line 15, column 3: expected '{', found 'id'",
        "replicated     | raid            | line 16, column 8: expected 'replicated' or 'erasure'",
        "take default   | take other      | line 17, column 13: item 'other' is not defined",
        "take default   | take a class x  | line 17, column 21: no device is of class 'x'",
        "type host      | type bed        | line 18, column 33: type 'bed' is not defined",
        "firstn         | first           | line 18, column 19: expected 'firstn' or 'indep'",
        "step emit      | emit            | line 19, column 3: expected 'step' or '}', found 'emit'",
        "type 0 osd     | tunable x 1     | line 1, column 9: expected the name of a tunable",
        "type 0 osd     | choose_args 0   | line 1, column 1: weight sets (choose_args) are not",
      })
  void saysWhereAndWhat(String right, String wrong, String message) {
    String text = SMALL.replaceFirst(Pattern.quote(right.trim()), wrong.trim());
    assertThatExceptionOfType(CrushSyntaxException.class)
        .isThrownBy(() -> CrushText.parse(text))
        .withMessageStartingWith(message.trim());
  }

  @Test
  void saysThatTheTextEndsTooEarly() {
    assertThatExceptionOfType(CrushSyntaxException.class)
        .isThrownBy(() -> CrushText.parse("type 1 host\nhost a {\n  alg"))
        .withMessageStartingWith("line 3, column 6: expected 'uniform'")
        .withMessageEndingWith("found the end of the text")
        .satisfies(e -> assertThat(e.line()).isEqualTo(3))
        .satisfies(e -> assertThat(e.column()).isEqualTo(6));
  }

  /** Texts with words omitted, doubled, exchanged or invented are read or refused. */
  @Test
  void refusesNonsenseDecently() {
    Random64 random = new Random64(4);
    List<String> texts =
        CrushVectors.maps().stream().map(map -> CrushVectors.text(map + ".txt")).toList();
    int read = 0;
    for (int i = 0; i < 2000; i++) {
      String text = mutated(texts.get(random.nextInt(texts.size())), random);
      try {
        CrushMap map = CrushText.parse(text);
        assertThat(CrushText.parse(CrushText.print(map))).isEqualTo(map);
        read++;
      } catch (CrushSyntaxException e) {
        assertThat(e.getMessage()).startsWith("line " + e.line() + ", column " + e.column());
      }
    }
    assertThat(read).isPositive();
  }

  private static String mutated(String text, Random64 random) {
    StringBuilder changed = new StringBuilder(text);
    for (int count = random.nextInt(4); count >= 0; count--) {
      int from = random.nextInt(changed.length());
      int to = Math.min(changed.length(), from + random.nextInt(12));
      String part = changed.substring(from, to);
      switch (random.nextInt(4)) {
        case 0 -> changed.delete(from, to);
        case 1 -> changed.insert(from, part);
        case 2 -> changed.insert(random.nextInt(changed.length()), part);
        default ->
            changed.setCharAt(from, (char) random.nextInt(random.nextBoolean() ? 128 : 2500));
      }
    }
    return changed.toString();
  }
}
