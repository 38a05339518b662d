package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives, without ahead-of-time caches: these take a minute and change no result. */
class ArchiveTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir private static Path temp = Path.of("");
  private static Path made = Path.of("");
  private static Path plain = Path.of("");
  private static Path withRuntime = Path.of("");

  @BeforeAll
  static void makeAndUnpack() throws Exception {
    made = make("first");
    withRuntime = unpack("-linux-" + run("uname", "-m").strip() + ".tar.gz", "with a runtime, ü");
    plain = unpack("SHOT.tar.gz", "plain");
  }

  @Test
  void twoRunsMakeEqualBytes() throws Exception {
    Path second = make("second");
    List<String> names = names(made);
    assertThat(names).hasSize(4).contains("SHA256SUMS").isEqualTo(names(second));
    for (String name : names) {
      assertThat(Files.mismatch(made.resolve(name), second.resolve(name))).as(name).isEqualTo(-1);
    }
    assertThat(script(made).run("sha256sum", "-c", "SHA256SUMS").orFail()).doesNotContain("FAILED");
  }

  @Test
  void hasEverythingInItsPlace() throws IOException {
    assertThat(names(plain)).containsExactly("LICENSE", "NOTICE", "bin", "conf", "lib", "share");
    assertThat(names(withRuntime)).contains("runtime");
    for (String path :
        List.of(
            "conf/pando.yaml.example",
            "share/systemd/pando-mon@.service",
            "share/systemd/pando-osd@.service",
            "share/systemd/pando-mds@.service",
            "share/systemd/pando.target",
            "share/mount/mount.fuse.pando",
            "share/completions/pando.bash",
            "share/completions/_pando",
            "share/man/man1/pando-osd-tree.1",
            "share/sbom/pando.cdx.json",
            "share/grafana",
            "share/prometheus")) {
      assertThat(plain.resolve(path)).exists();
    }
  }

  /** A machine without Java, a link to the program, a read-only installation. */
  @Test
  void clusterStoresAndReadsAnObject() throws Exception {
    Map<String, Object> before = contents(withRuntime);
    run("chmod", "-R", "a-w", withRuntime);
    Path home = Files.createDirectories(temp.resolve("home"));
    Path pando =
        Files.createSymbolicLink(home.resolve("p"), withRuntime.resolve("bin").resolve("pando"));
    Script user = new Script(home, Map.of("HOME", home.toString(), "PATH", noJava().toString()));
    String port = String.valueOf(20_000 + ProcessHandle.current().pid() % 10_000);
    user.run(pando, "init", "--mon", "127.0.0.1", "--osd", "127.0.0.1,127.0.0.2", "--port", port)
        .orFail();
    user.run(pando, "up", "--detach", "-c", "pando.yaml", "--host", "127.0.0.1").orFail();
    Process second = user.start(pando, "osd", "--create", "--id", "1", "-c", "pando.yaml");
    try {
      user.run(pando, "pool", "create", "p", "1", "--size", "2").orFail();
      Files.writeString(home.resolve("file"), "content");
      user.run(pando, "put", "o", "file").orFail();
      assertThat(user.run(pando, "get", "o", "-").orFail()).isEqualTo("content");
      second.destroy();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(second.exitValue()).isZero();
    } finally {
      second.destroyForcibly();
      user.run(pando, "down", "-c", "pando.yaml").orFail();
      run("chmod", "-R", "u+w", withRuntime);
    }
    assertThat(contents(withRuntime)).isEqualTo(before);
  }

  /** The program is where the archive is unpacked here, not in /opt. */
  @Test
  void unitsAreValid() throws Exception {
    if (!Files.exists(Path.of("/usr/bin/systemd-analyze"))) {
      System.err.println("ArchiveTest: SKIPPED, the units are not checked: no systemd-analyze");
    }
    Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/systemd-analyze")));
    Path units = Files.createDirectories(temp.resolve("units"));
    for (String unit :
        List.of("pando-mon@.service", "pando-osd@.service", "pando-mds@.service", "pando.target")) {
      String text = Files.readString(plain.resolve("share/systemd").resolve(unit));
      Files.writeString(
          units.resolve(unit.replace("@.", "@0.")), text.replace("/opt/pando", plain.toString()));
    }
    Script.Outcome checked =
        script(units)
            .run(
                "systemd-analyze",
                "verify",
                "--man=no",
                units.resolve("pando-mon@0.service"),
                units.resolve("pando-osd@0.service"),
                units.resolve("pando-mds@0.service"),
                units.resolve("pando.target"));
    assertThat(checked.err()).isEmpty();
    assertThat(checked.status()).isZero();
  }

  @Test
  void withoutRuntimeAndJavaItNamesTheWayOut() throws Exception {
    Script user =
        new Script(
            temp,
            Map.of(
                "PATH", noJava().toString(), "PANDO_JDK_FOLDERS", temp.resolve("none").toString()));
    Script.Outcome outcome = user.run(plain.resolve("bin/pando"), "status");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("pando: no Java 25 or newer was found, and this archive brings none")
        .contains("PANDO_JAVA_HOME")
        .contains("linux-ARCH.tar.gz");
  }

  @Test
  void withoutRuntimeItTakesTheJavaThatItFinds() throws Exception {
    Script user =
        new Script(temp, Map.of("PATH", noJava().toString(), "JAVA_HOME", JDK.toString()));
    assertThat(user.run(plain.resolve("bin/pando"), "--version").orFail()).startsWith("pando 0.");
  }

  /** The command that makes caches is one of the launcher, which runs no Java for its help. */
  @Test
  void cachesAreMadeInAFolderOfTheUser() throws Exception {
    Path cache = temp.resolve("cache");
    Script user =
        new Script(
            temp,
            Map.of(
                "PATH",
                noJava().toString(),
                "JAVA_HOME",
                JDK.toString(),
                "PANDO_AOT_CACHE",
                cache.toString()));
    assertThat(user.run(plain.resolve("bin/pando"), "aot", "--help").orFail())
        .contains("in " + cache + "/0.");
    Script.Outcome wrong = user.run(plain.resolve("bin/pando"), "aot", "x");
    assertThat(wrong.err()).contains("takes no arguments");
    assertThat(wrong.status()).isEqualTo(1);
  }

  private static Path make(String name) throws Exception {
    Path out = temp.resolve(name);
    run(module().resolve("make.sh"), "--java", JDK, "--out", out, "--no-aot", "--fast");
    return out;
  }

  private static Path unpack(String suffix, String folder) throws Exception {
    Path into = Files.createDirectories(temp.resolve(folder));
    List<String> archives = names(made).stream().filter(name -> name.endsWith(suffix)).toList();
    assertThat(archives).hasSize(1);
    run("tar", "-xzf", made.resolve(archives.getFirst()), "-C", into);
    return into.resolve(names(into).getFirst());
  }

  /** A folder with the few programs that the launcher needs. */
  private static Path noJava() throws IOException {
    Path bin = temp.resolve("bin");
    if (!Files.exists(bin)) {
      Files.createDirectories(bin);
      for (String tool : List.of("bash", "env", "readlink", "nohup", "grep", "kill")) {
        Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool));
      }
    }
    return bin;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Times and sizes of all files. */
  private static Map<String, Object> contents(Path folder) throws IOException {
    Map<String, Object> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.toString(), List.of(Files.getLastModifiedTime(file), Files.size(file)));
      }
    }
    return contents;
  }

  private static String run(Object... line) throws Exception {
    return script(temp).run(line).orFail();
  }

  private static Script script(Path folder) {
    return new Script(folder, Map.of("PATH", "/usr/bin:/bin"));
  }

  private static Path module() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("dist/make.sh"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no dist/make.sh above this folder");
    }
    return folder.resolve("dist");
  }
}
