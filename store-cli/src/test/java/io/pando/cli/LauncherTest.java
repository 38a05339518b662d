package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, among JDKs and a Maven that only pretend, in a folder with a blank. */
class LauncherTest {
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "chmod",
          "cp",
          "date",
          "dirname",
          "env",
          "find",
          "grep",
          "head",
          "ls",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "sort",
          "tail",
          "touch");

  @TempDir private Path temp = Path.of("");
  private Path home = Path.of("");
  private Path bin = Path.of("");
  private Path jdks = Path.of("");

  @BeforeEach
  void layOut() throws IOException {
    home = Files.createDirectories(temp.resolve("a checkout"));
    bin = Files.createDirectories(temp.resolve("bin"));
    jdks = Files.createDirectories(temp.resolve("jdks"));
    Files.copy(repository().resolve("pando"), home.resolve("pando"));
    executable(home.resolve("pando"));
    Files.createDirectories(home.resolve("dist/sh"));
    for (String part : List.of("dist/sh/find-java.sh", "dist/sh/jvm-options.sh")) {
      Files.copy(repository().resolve(part), home.resolve(part));
    }
    for (String module : List.of("store-core", "store-cli")) {
      Files.createDirectories(home.resolve(module + "/src/main/java"));
      Files.writeString(home.resolve(module + "/pom.xml"), "<project/>");
    }
    Files.createDirectories(home.resolve(".mvn"));
    Files.writeString(home.resolve("pom.xml"), "<project>\n  <version>1</version>\n</project>\n");
    age(home);
    for (String tool : TOOLS) {
      Files.createSymbolicLink(bin.resolve(tool), which(tool));
    }
    script(
        temp.resolve("maven/bin/mvn"),
        """
        echo "maven $*" >> ../maven.calls
        echo "java home $JAVA_HOME" >> ../maven.calls
        [ -z "$BREAK" ] || { echo "[ERROR] it is broken"; exit 1; }
        mkdir -p store-cli/target store-bench/target
        echo "of an earlier version" > store-cli/target/store-cli-0.9.jar
        echo jar > store-cli/target/store-cli-1.jar
        echo tests > store-cli/target/store-cli-1-tests.jar
        echo "/elsewhere/other.jar" > store-cli/target/classpath
        echo jar > store-bench/target/store-bench-1.jar
        echo "$PWD/store-cli/target/store-cli-1.jar:/elsewhere/other.jar:/elsewhere/sim.jar" \\
          > store-bench/target/classpath
        """);
  }

  @Test
  void takesTheNewestOfTheUsualFolders() throws Exception {
    jdk("old", "17.0.2");
    jdk("good one", "25.0.3");
    jdk("newer", "26");
    Outcome outcome = launch(List.of("status", "-f", "json"));
    assertThat(outcome.status).isZero();
    assertThat(outcome.out)
        .contains("java of newer")
        .contains("io.pando.cli.Main status -f json")
        .contains("--enable-native-access=ALL-UNNAMED");
  }

  @Test
  void prefersItsOwnVariableThenJavaHomeThenThePath() throws Exception {
    jdk("newer", "26");
    Path onPath = jdk("on the path", "25");
    Files.createSymbolicLink(bin.resolve("javac"), onPath.resolve("bin/javac"));
    assertThat(launch(List.of("status")).out).contains("java of on the path");
    String javaHome = "JAVA_HOME=" + jdk("by java home", "25.0.1");
    assertThat(launch(List.of("status"), javaHome).out).contains("java of by java home");
    String own = "PANDO_JAVA_HOME=" + jdk("by its own", "25");
    assertThat(launch(List.of("status"), javaHome, own).out).contains("java of by its own");
  }

  @Test
  void anOldJavaHomeIsPassedOver() throws Exception {
    String javaHome = "JAVA_HOME=" + jdk("old", "1.8.0_292");
    jdk("new", "25");
    assertThat(launch(List.of("status"), javaHome).out).contains("java of new");
  }

  @Test
  void saysWhatToInstallWhereThereIsNone() throws Exception {
    String old = "JAVA_HOME=" + jdk("old", "17.0.9");
    Outcome outcome = launch(List.of("status"), old);
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err)
        .contains("no JDK 25 or newer was found")
        .contains("old (17)")
        .contains("apt install openjdk-25-jdk")
        .contains("PANDO_JAVA_HOME");
  }

  @Test
  void aWrongChoiceIsNamed() throws Exception {
    Outcome outcome = launch(List.of("status"), "PANDO_JAVA_HOME=/nowhere");
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err).contains("PANDO_JAVA_HOME is /nowhere");
  }

  @Test
  void buildsWhenSourcesChangedAndOnlyThen() throws Exception {
    jdk("good", "25");
    assertThat(launch(List.of("status")).err).contains("building").contains("built in");
    assertThat(launch(List.of("status")).err).doesNotContain("building");
    Files.writeString(home.resolve("store-core/src/main/java/New.java"), "class New {}");
    assertThat(launch(List.of("status")).err).contains("building");
    assertThat(launch(List.of("status")).err).doesNotContain("building");
    assertThat(Files.readAllLines(temp.resolve("maven.calls"))).hasSize(4);
    assertThat(Files.readString(temp.resolve("maven.calls")))
        .contains("java home " + jdks.resolve("good"))
        .contains("-Dmaven.test.skip=true");
  }

  @Test
  void runsCopiesOfItsOwnJars() throws Exception {
    jdk("good", "25");
    assertThat(launch(List.of("status")).out)
        .containsPattern("target/run/[0-9-]+/store-cli-1.jar:/elsewhere/other.jar");
  }

  /** The one class path begins with the other: both programs use one cache of classes. */
  @Test
  void benchmarksAndHelpAreInASecondProgram() throws Exception {
    jdk("good", "25");
    String users = "target/run/[0-9-]+/store-cli-1.jar:/elsewhere/other.jar";
    assertThat(launch(List.of("status")).out)
        .containsPattern(users + " io.pando.cli.Main status\n");
    String all = users + ":.+/store-bench-1.jar:/elsewhere/sim.jar io.pando.bench.BenchMain";
    for (String name : NotIncludedCommand.NAMES) {
      assertThat(launch(List.of("-f", "json", name)).out)
          .containsPattern(all + " -f json " + name + "\n");
    }
    assertThat(launch(List.of("help", "status")).out).containsPattern(all + " help status\n");
    assertThat(launch(List.of("--help")).out).containsPattern(all + " --help\n");
    assertThat(launch(List.of()).out).containsPattern(all + "\\s*\n");
  }

  @Test
  void aFailedBuildIsShownAndTriedAgain() throws Exception {
    jdk("good", "25");
    Outcome outcome = launch(List.of("status"), "BREAK=1");
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err).contains("the build failed").contains("[ERROR] it is broken");
    assertThat(launch(List.of("status")).status).isZero();
  }

  @Test
  void namesMavenWhereItIsMissing() throws Exception {
    jdk("good", "25");
    Outcome outcome = launch(List.of("status"), "PANDO_MVN=");
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err).contains("Maven (mvn) was not found").contains("apt install maven");
  }

  @Test
  void usesTheWrapperWhereThereIsNoMaven() throws Exception {
    jdk("good", "25");
    Files.copy(temp.resolve("maven/bin/mvn"), home.resolve("mvnw"));
    Outcome outcome = launch(List.of("status"), "PANDO_MVN=");
    assertThat(outcome.err).contains("building with " + home.resolve("mvnw"));
    assertThat(outcome.status).isZero();
  }

  @Test
  void prefersItsOwnVariableThenThePathToTheWrapper() throws Exception {
    jdk("good", "25");
    script(home.resolve("mvnw"), "exit 1");
    Path other = temp.resolve("maven/bin/mvn");
    assertThat(launch(List.of("status")).err).contains("building with " + other);
    Files.createSymbolicLink(bin.resolve("mvn"), other);
    Files.delete(home.resolve("target/run/current"));
    assertThat(launch(List.of("status"), "PANDO_MVN=").err)
        .contains("building with " + bin.resolve("mvn"));
  }

  /** What the wrapper prints without a network. */
  @Test
  void saysWhatTheWrapperNeeds() throws Exception {
    jdk("good", "25");
    script(home.resolve("mvnw"), "echo 'wget: Failed to fetch https://repo/maven.zip' >&2; exit 1");
    Outcome outcome = launch(List.of("status"), "PANDO_MVN=");
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err)
        .contains("the wrapper could not bring one")
        .contains("Failed to fetch")
        .contains("needs a network")
        .contains("PANDO_MVN");
  }

  @Test
  void theWrapperIsPinned() throws Exception {
    assertThat(Files.readString(repository().resolve(".mvn/wrapper/maven-wrapper.properties")))
        .contains("distributionType=only-script")
        .containsPattern("distributionUrl=https://\\S+/apache-maven-3[.0-9]+-bin\\.zip\n")
        .containsPattern("distributionSha256Sum=[0-9a-f]{64}\n");
  }

  @Test
  void distRefusesAnUnknownOption() throws Exception {
    jdk("good", "25");
    Outcome outcome = launch(List.of("dist", "--fast"));
    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err).contains("'pando dist' has no option --fast");
  }

  @Test
  void distBuildsAndMakesTheArchives() throws Exception {
    Path jdk = jdk("good", "25");
    script(home.resolve("dist/make.sh"), "echo \"make $*\"");
    Outcome outcome = launch(List.of("dist", "--out", "/some where", "--no-aot"));
    assertThat(outcome.status).isZero();
    assertThat(outcome.out).isEqualTo("make --java " + jdk + " --out /some where --no-aot\n");
    assertThat(Files.readString(temp.resolve("maven.calls"))).contains("-pl dist -am package");
  }

  @Test
  void theLockOfADeadBuildIsTakenOver() throws Exception {
    jdk("good", "25");
    Files.createDirectories(home.resolve("target/build.lock"));
    Files.writeString(home.resolve("target/build.lock/pid"), "999999999\n");
    assertThat(launch(List.of("status")).status).isZero();
    assertThat(home.resolve("target/build.lock")).doesNotExist();
  }

  @Test
  void testsEverythingWithTheArgumentsGiven() throws Exception {
    jdk("good", "25");
    assertThat(launch(List.of("test", "-pl", "store-core")).status).isZero();
    assertThat(Files.readString(temp.resolve("maven.calls")))
        .contains("maven -T 2 verify")
        .contains("-pl store-core");
    assertThat(launch(List.of("test"), "BREAK=1").status).isEqualTo(1);
  }

  @Test
  void isFoundThroughALinkFromAnyFolder() throws Exception {
    jdk("good", "25");
    Path link = Files.createSymbolicLink(temp.resolve("linked"), Path.of("a checkout/pando"));
    assertThat(run(link, List.of("status")).status).isZero();
  }

  @Test
  void needsNoHome() throws Exception {
    jdk("good", "25");
    assertThat(launch(List.of("status")).status).isZero();
    Outcome outcome = run(home.resolve("pando"), List.of("status"), "HOME");
    assertThat(outcome.err).isEmpty();
    assertThat(outcome.status).isZero();
  }

  /** Java would open files of its own in their place. */
  @Test
  void closedDescriptorsFailWhenTheyAreUsed() throws Exception {
    script(
        jdk("good", "25").resolve("bin/java"),
        """
        IFS= read -r line; echo "read $?" > "$0.seen"
        echo out; echo "out $?" >> "$0.seen"
        echo err >&2; echo "err $?" >> "$0.seen"
        """);
    Path seen = jdks.resolve("good/bin/java.seen");
    launch(List.of("status"));
    assertThat(seen).content().isEqualTo("read 1\nout 0\nerr 0\n");
    Path closing = temp.resolve("closing");
    script(closing, "exec \"" + home.resolve("pando") + "\" status <&- >&-\n");
    run(closing, List.of());
    assertThat(seen).content().isEqualTo("read 1\nout 1\nerr 0\n");
    Files.writeString(temp.resolve("in"), "a line\n");
    script(closing, "exec \"" + home.resolve("pando") + "\" status < " + temp + "/in\n");
    run(closing, List.of());
    assertThat(seen).content().isEqualTo("read 0\nout 0\nerr 0\n");
  }

  private Outcome launch(List<String> arguments, String... variables) throws Exception {
    return run(home.resolve("pando"), arguments, variables);
  }

  private Outcome run(Path launcher, List<String> arguments, String... variables) throws Exception {
    Path out = temp.resolve("out");
    Path err = temp.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder()
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.command().add(launcher.toString());
    builder.command().addAll(arguments);
    builder.directory(temp.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("HOME", temp.resolve("nobody").toString());
    builder.environment().put("PANDO_JDK_FOLDERS", jdks.toString());
    builder.environment().put("PANDO_MVN", temp.resolve("maven/bin/mvn").toString());
    for (String variable : variables) {
      int split = variable.indexOf('=');
      if (split < 0) {
        builder.environment().remove(variable);
        continue;
      }
      builder.environment().put(variable.substring(0, split), variable.substring(split + 1));
    }
    int status = builder.start().waitFor();
    return new Outcome(status, Files.readString(out), Files.readString(err));
  }

  private Path jdk(String name, String version) throws IOException {
    Path folder = jdks.resolve(name);
    script(folder.resolve("bin/java"), "echo \"java of " + name + ": $*\"");
    script(folder.resolve("bin/javac"), "exit 0");
    Files.writeString(
        folder.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return folder;
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "#!/usr/bin/env bash\n" + body);
    executable(file);
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes all files old, so that what is written afterwards is newer on any file system. */
  private static void age(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_700_000_000)));
      }
    }
  }

  private static Path which(String tool) {
    return java.util.stream.Stream.of("/usr/bin", "/bin", "/usr/local/bin")
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("store-core/pom.xml"))) {
      folder = java.util.Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }

  private record Outcome(int status, String out, String err) {}
}
