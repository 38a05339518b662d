package io.pando.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/sdk.md shows works, and is what is tested here. */
class SdkPageTest {
  private static final Path MODULE = Path.of("").toAbsolutePath();

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
  void pageShowsTheExampleAsItIs() throws IOException {
    String page = Files.readString(MODULE.resolve("../docs/sdk.md"));
    String source =
        Files.readString(MODULE.resolve("src/test/java/io/pando/client/PhotoAlbum.java"));
    String shown = page.substring(page.indexOf("final class PhotoAlbum"));
    shown = shown.substring(0, shown.indexOf("```"));
    assertThat(source).contains(shown.strip());
  }
}
