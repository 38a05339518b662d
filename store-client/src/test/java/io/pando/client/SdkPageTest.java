package io.pando.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/sdk.md shows is compiled, and works. */
class SdkPageTest {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** What the page's examples are printed from; the build compiles all of it. */
  private static final List<String> SOURCES =
      List.of(
          "src/test/java/io/pando/client/PhotoAlbum.java",
          "src/test/java/io/pando/client/Greeting.java",
          "../store-testkit/src/test/java/io/pando/testkit/GreetingTest.java");

  @Test
  void exampleWorks(@TempDir Path folder) throws IOException {
    ClientConfig config = ClientConfig.builder().monitors("10.0.0.1").build();
    try (TestNetwork network = new TestNetwork(4);
        Cluster cluster = Pando.connect(config, network)) {
      PhotoAlbum album = new PhotoAlbum(cluster);
      Path cat = Files.write(folder.resolve("cat.jpg"), "miaow, and more".getBytes(UTF_8));
      Path dog = Files.write(folder.resolve("dog.jpg"), "woof".getBytes(UTF_8));
      album.add(cat, "a cat");
      album.add(dog, "a dog");
      assertThat(album.rename("cat.jpg", "a cat", "the cat")).isTrue();
      assertThat(album.rename("cat.jpg", "a cat", "no cat")).isFalse();
      assertThat(album.countView("cat.jpg")).isEqualTo(1);
      assertThat(album.countView("cat.jpg")).isEqualTo(2);
      assertThat(album.captions("c")).containsExactly("cat.jpg: the cat");
      assertThat(album.heads(List.of("cat.jpg", "dog.jpg")))
          .map(head -> UTF_8.decode(head).toString())
          .containsExactly("miaow, and more", "woof");
      album.clear();
      assertThat(new PhotoAlbum(cluster).heads(List.of())).isEmpty();
      assertThat(cluster.pool("album").list()).isEmpty();
    }
  }

  @Test
  void firstExampleWorks() {
    TestNetworkProvider.OPENED.clear();
    Greeting.greet();
    assertThat(TestNetworkProvider.OPENED).hasSize(1).allMatch(TestNetwork::isClosed);
  }

  @Test
  void pageShowsOnlyWhatIsCompiled() throws IOException {
    StringBuilder compiled = new StringBuilder();
    for (String source : SOURCES) {
      compiled.append(unindented(Files.readString(MODULE.resolve(source))));
    }
    List<String> shown =
        JAVA.matcher(Files.readString(MODULE.resolve("../docs/sdk.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(shown).hasSizeGreaterThanOrEqualTo(3);
    for (String block : shown) {
      assertThat(compiled).contains(unindented(block));
    }
  }

  private static String unindented(String text) {
    return text.lines().map(line -> line.strip() + "\n").collect(Collectors.joining());
  }
}
