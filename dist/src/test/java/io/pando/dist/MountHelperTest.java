package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The helper of mount(8), with a launcher that prints its arguments. */
class MountHelperTest {
  private static final Path HELPER = Path.of("share/mount/mount.fuse.pando");
  private static final String PATH = "/usr/bin:/bin";

  @TempDir private Path folder;
  private Path link = Path.of("");
  private Path arguments = Path.of("");

  @BeforeEach
  void install() throws IOException {
    Path helper = folder.resolve("opt/pando/share/mount/mount.fuse.pando");
    Files.createDirectories(helper.getParent());
    Files.copy(HELPER, helper, StandardCopyOption.COPY_ATTRIBUTES);
    arguments = folder.resolve("arguments");
    Path launcher = folder.resolve("opt/pando/bin/pando");
    Files.createDirectories(launcher.getParent());
    Files.writeString(
        launcher, "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + arguments + "'\necho mounted\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path sbin = Files.createDirectories(folder.resolve("sbin"));
    link = Files.createSymbolicLink(sbin.resolve("mount.fuse.pando"), helper);
  }

  private Script.Outcome run(Map<String, String> environment, Object... line)
      throws IOException, InterruptedException {
    return new Script(folder, environment).run(line);
  }

  @Test
  void optionsOfFstabBecomeThoseOfTheCommand() throws Exception {
    Script.Outcome outcome =
        run(
            Map.of("PATH", PATH, "PANDO_CONF", "/from/environment"),
            link,
            "home:/a b",
            "/mnt/*",
            "-n",
            "-t",
            "fuse.pando",
            "-o",
            "rw,nosuid,nodev,_netdev,x-systemd.automount,allow_other,conf=/etc/x y.yaml",
            "-o",
            "ro,nonempty,log=/var/log/*");
    assertThat(outcome.orFail()).isEmpty();
    assertThat(Files.readAllLines(arguments))
        .containsExactly(
            "mount",
            "--allow-other",
            "--read-only",
            "--nonempty",
            "--log=/var/log/*",
            "--conf=/etc/x y.yaml",
            "home:/a b",
            "/mnt/*");
  }

  @Test
  void configurationOfTheEnvironmentIsTaken() throws Exception {
    run(Map.of("PATH", PATH, "PANDO_CONF", "/from/environment"), link, "home", "/mnt").orFail();
    assertThat(Files.readAllLines(arguments))
        .containsExactly("mount", "--conf=/from/environment", "home", "/mnt");
  }

  @Test
  void anotherLauncherIsNotToldOfItself() throws Exception {
    Path other = folder.resolve("other launcher");
    Path seen = folder.resolve("environment");
    Files.writeString(other, "#!/bin/sh\nenv > '" + seen + "'\n");
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> environment =
        Map.of("PATH", PATH, "PANDO_LAUNCHER", other.toString(), "PANDO_CONF", "/x");
    run(environment, link, "home", "/mnt").orFail();
    assertThat(arguments).as("the other launcher ran").doesNotExist();
    assertThat(Files.readAllLines(seen))
        .contains("PANDO_CONF=/x")
        .noneMatch(each -> each.startsWith("PANDO_LAUNCHER"));
  }

  @Test
  void whatCannotBeDoneIsRefused() throws Exception {
    Map<String, String> environment = Map.of("PATH", PATH);
    Script.Outcome unknown = run(environment, link, "home", "/mnt", "-o", "ro,big");
    assertThat(unknown.status()).isOne();
    assertThat(unknown.err()).isEqualTo("mount.fuse.pando: unknown option 'big'\n");
    assertThat(run(environment, link, "home").err()).contains("usage");
    assertThat(arguments).doesNotExist();
    run(environment, link, "home", "/mnt", "-s", "-o", "big").orFail();
    assertThat(arguments).exists();
  }

  @Test
  void flagsOfTheMountPointAreSetBehindTheMount() throws Exception {
    Map<String, String> environment = Map.of("PATH", tool("mount", "exit 0") + ":" + PATH);
    run(environment, link, "home", "/mnt/a b", "-o", "ro,noexec,noatime").orFail();
    assertThat(Files.readAllLines(arguments))
        .containsExactly("mount", "--read-only", "home", "/mnt/a b");
    assertThat(called("mount"))
        .isEqualTo("-i|-o|remount,bind,nosuid,nodev,ro,noexec,noatime|/mnt/a b|");
  }

  @Test
  void devicesAndOtherIdentitiesAreForThoseWhoAskForThem() throws Exception {
    Map<String, String> environment = Map.of("PATH", tool("mount", "exit 0") + ":" + PATH);
    run(environment, link, "home", "/mnt", "-o", "allow_suid,allow_dev").orFail();
    assertThat(called("mount")).isEqualTo("-i|-o|remount,bind,suid,dev|/mnt|");
  }

  @Test
  void whatIsForbiddenIsNotAllowed() throws Exception {
    Map<String, String> environment = Map.of("PATH", tool("mount", "exit 0") + ":" + PATH);
    run(environment, link, "home", "/mnt", "-o", "rw,nosuid,allow_suid,allow_dev").orFail();
    assertThat(called("mount")).isEqualTo("-i|-o|remount,bind,nosuid,dev,rw|/mnt|");
    run(environment, link, "home", "/mnt", "-o", "allow_suid,allow_dev,nodev,nosuid,noexec")
        .orFail();
    assertThat(called("mount")).isEqualTo("-i|-o|remount,bind,nosuid,nodev,noexec|/mnt|");
  }

  @Test
  void nothingStaysMountedWithoutItsFlags() throws Exception {
    String tools = tool("umount", "exit 0") + ":" + tool("mount", "exit 32");
    Script.Outcome outcome =
        run(Map.of("PATH", tools + ":" + PATH), link, "home", "/mnt", "-o", "noexec");
    assertThat(outcome.status()).isOne();
    assertThat(outcome.err())
        .contains("the flags 'nosuid,nodev,noexec' cannot be set: it is not mounted");
    assertThat(called("umount")).isEqualTo("/mnt|");
  }

  @Test
  void whatIsMountedBecomesReadOnlyAndBack() throws Exception {
    String tools = tool("mount", "exit 0") + ":" + tool("findmnt", "echo rw,user_id=0");
    Map<String, String> environment = Map.of("PATH", tools + ":" + PATH);
    run(environment, link, "home", "/mnt", "-o", "rw,allow_other,remount,ro").orFail();
    assertThat(called("mount")).isEqualTo("-i|-o|remount,bind,nosuid,nodev,ro|/mnt|");
    run(environment, link, "home", "/mnt", "-o", "remount,rw").orFail();
    assertThat(called("mount")).isEqualTo("-i|-o|remount,bind,nosuid,nodev,rw|/mnt|");
    assertThat(arguments).as("the launcher is not called").doesNotExist();
  }

  @Test
  void whatWasMountedReadOnlyStaysSo() throws Exception {
    String tools = tool("mount", "exit 0") + ":" + tool("findmnt", "echo ro,user_id=0");
    Script.Outcome outcome =
        run(Map.of("PATH", tools + ":" + PATH), link, "home", "/mnt", "-o", "remount,rw");
    assertThat(outcome.status()).isOne();
    assertThat(outcome.err()).contains("/mnt was mounted with 'ro': unmount it");
  }

  /** A program that writes down its arguments; returns the folder that it is in. */
  private String tool(String name, String does) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("tools/" + name));
    Path program = bin.resolve(name);
    Files.writeString(
        program, "#!/bin/sh\nprintf '%s|' \"$@\" > '" + bin + "/called'\n" + does + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin.toString();
  }

  private String called(String name) throws IOException {
    return Files.readString(folder.resolve("tools/" + name + "/called"));
  }

  @Test
  void nothingIsMountedIfThatIsOnlyTried() throws Exception {
    run(Map.of("PATH", PATH), link, "home", "/mnt", "-f", "-o", "ro").orFail();
    assertThat(arguments).doesNotExist();
  }
}
