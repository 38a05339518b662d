package io.pando.crush;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CrushTextTest {
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
}
