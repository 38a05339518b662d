package io.pando.crush;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.crush.model.CrushWeight;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reproduces every mapping that Ceph's crushtool printed, line by line. */
class CrushMappingVectorsTest {
  static Stream<String> cases() {
    return CrushVectors.lines("cases.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void mapsAsCephDoes(String line) {
    String[] words = line.split(" ", -1);
    TreeMap<Integer, Integer> reweights = new TreeMap<>();
    for (int i = 8; i < words.length; i++) {
      String[] pair = words[i].split("=", -1);
      reweights.put(Integer.parseInt(pair[0]), CrushWeight.parse(pair[1]).orElseThrow());
    }
    CrushTester.Trial trial =
        new CrushTester.Trial(
            Integer.parseInt(words[2]),
            Integer.parseInt(words[3]),
            Integer.parseInt(words[4]),
            Integer.parseInt(words[5]),
            reweights,
            words[6].equals("-")
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(words[6])));
    List<String> printed = new ArrayList<>();
    CrushTester.showMappings(CrushVectors.map(words[1]), trial, printed::add);
    List<String> expected = CrushVectors.lines(words[0] + ".gz");
    assertThat(expected).hasSize(Integer.parseInt(words[7]));
    assertThat(printed).isEqualTo(expected);
  }
}
