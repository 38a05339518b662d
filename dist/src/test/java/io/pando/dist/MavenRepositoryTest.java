package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repository that {@code maven.sh} lays out, made of the project's POMs and of empty jars. */
class MavenRepositoryTest {
  private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>([^<]+)</artifactId><version>");
  private static final String VERSION = "7.1";

  @TempDir private Path temp = Path.of("");
  private List<String> artifacts = List.of();

  @BeforeEach
  void copyProject() throws IOException {
    Path target = Files.createDirectories(temp.resolve("dist/target"));
    Files.writeString(
        target.resolve("build.properties"),
        "version=" + VERSION + "\ntimestamp=2026-01-01T00:00:00Z\n");
    Files.copy(PROJECT.resolve("dist/maven.sh"), temp.resolve("dist/maven.sh"));
    Files.createDirectories(temp.resolve("bom"));
    Files.copy(PROJECT.resolve("bom/pom.xml"), temp.resolve("bom/pom.xml"));
    Files.copy(PROJECT.resolve("pom.xml"), temp.resolve("pom.xml"));
    artifacts =
        MANAGED
            .matcher(Files.readString(PROJECT.resolve("bom/pom.xml")))
            .results()
            .map(managed -> managed.group(1))
            .toList();
    for (String artifact : artifacts) {
      String module = artifact.replace("pando-", "store-");
      Path jars = Files.createDirectories(temp.resolve(module).resolve("target"));
      Files.copy(PROJECT.resolve(module).resolve("pom.xml"), temp.resolve(module + "/pom.xml"));
      for (String kind : List.of("", "-sources", "-javadoc")) {
        Files.writeString(jars.resolve(artifact + "-" + VERSION + kind + ".jar"), kind);
      }
    }
  }

  private Script.Outcome layOut() throws IOException, InterruptedException {
    return new Script(temp, Map.of("PATH", "/usr/bin:/bin"))
        .run("bash", "dist/maven.sh", "--out", temp.resolve("maven"));
  }

  private Path file(String artifact, String suffix) {
    return temp.resolve("maven/io/pando")
        .resolve(artifact)
        .resolve(VERSION)
        .resolve(artifact + "-" + VERSION + suffix);
  }

  @Test
  void hasWhatTheBomListsWithSourcesJavadocAndChecksums() throws Exception {
    layOut().orFail();
    assertThat(artifacts).contains("pando-client", "pando-testkit", "store-core");
    for (String artifact : artifacts) {
      for (String suffix : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar")) {
        assertThat(file(artifact, suffix)).exists();
        assertThat(file(artifact, suffix + ".sha1")).content().matches("[0-9a-f]{40}\n");
      }
      assertThat(file(artifact, ".pom")).content().contains(">" + artifact + "<");
    }
    assertThat(file("pando-client", "-sources.jar")).hasContent("-sources");
    assertThat(file("pando-bom", ".pom")).content().contains("<dependencyManagement>");
    // The parent of all others.
    assertThat(file("pando", ".pom")).content().contains("<modules>");
  }

  @Test
  void namesTheWayOutIfAJarIsMissing() throws Exception {
    Files.delete(temp.resolve("store-net/target/store-net-" + VERSION + "-javadoc.jar"));
    Script.Outcome outcome = layOut();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("store-net-7.1-javadoc.jar: run ./pando dist --maven");
  }
}
