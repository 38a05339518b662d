package io.pando.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has no parent, so a test holds it to the others. */
class BomTest {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>pando(-bom)?</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern MANAGED =
      Pattern.compile("<groupId>io.pando</groupId><artifactId>([^<]+)</artifactId><version>");
  private static final Pattern MODULE = Pattern.compile("/(store-[a-z]+)/target/");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

  private static String pom(String folder) throws IOException {
    return Files.readString(Path.of("..", folder, "pom.xml").toAbsolutePath());
  }

  private static String version(String pom) {
    Matcher version = VERSION.matcher(pom);
    assertThat(version.find()).as("a version").isTrue();
    return version.group(2);
  }

  @Test
  void versionIsThatOfTheProject() throws IOException {
    assertThat(version(pom("bom"))).isEqualTo(version(pom("")));
  }

  @Test
  void allThatTheTestkitNeedsIsInIt() throws IOException {
    NavigableSet<String> needed = new TreeSet<>();
    Matcher modules = MODULE.matcher(System.getProperty("java.class.path"));
    while (modules.find()) {
      needed.add(artifact(modules.group(1)));
    }
    NavigableSet<String> managed = new TreeSet<>();
    MANAGED.matcher(pom("bom")).results().forEach(each -> managed.add(each.group(1)));
    assertThat(needed).contains("pando-client", "pando-testkit", "store-core", "store-osd");
    assertThat(managed).isEqualTo(needed);
  }

  private static String artifact(String folder) throws IOException {
    String own = pom(folder).replaceFirst("(?s)<parent>.*</parent>", "");
    Matcher artifact = ARTIFACT.matcher(own);
    assertThat(artifact.find()).as("an artifact in %s", folder).isTrue();
    return artifact.group(1);
  }

  @Test
  void itManagesNothingElse() throws IOException {
    assertThat(pom("bom")).doesNotContain("<parent>");
  }
}
