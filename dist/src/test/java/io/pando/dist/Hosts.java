package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hosts on one network that is not connected to anything else: each has its own network, processes
 * and {@code /srv}, and no Java. All belongs to processes that end with this one: nothing is left,
 * however a test ends.
 *
 * <pre>
 *   host 10.0.0.1: eth0 ──┐
 *   host 10.0.0.2: eth0 ──┼── bridge, in a network namespace of its own
 *   …                     │
 * </pre>
 *
 * @param folder folder in which each host has its files
 * @param cable shell beside the bridge
 */
record Hosts(Path folder, HostShell cable, SortedMap<String, HostShell> shells)
    implements AutoCloseable {
  /** Why this machine cannot have such hosts; empty if it can. */
  static String obstacle() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "unshare --net --mount --pid --fork --kill-child --mount-proc sh -c"
                    + " 'ip link add name bridge type bridge && ip link add name port type veth peer name eth0'")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : "root, unshare and ip are needed: " + said.strip();
  }

  static Hosts open(Path folder) throws IOException, InterruptedException {
    Map<String, String> environment = Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    HostShell cable = HostShell.start(folder, environment, "unshare", "--net", "bash");
    Hosts hosts = new Hosts(folder, cable, new TreeMap<>());
    cable.run("ip link add name bridge type bridge && ip link set bridge up").orFail();
    writeSsh(folder);
    return hosts;
  }

  /** Stands for a login on another host: shows its files. */
  private static void writeSsh(Path folder) throws IOException {
    Path ssh = Files.createDirectories(folder.resolve("tools")).resolve("ssh");
    Files.writeString(
        ssh,
        """
        #!/bin/bash
        [ -d "%1$s/$1/srv" ] || { echo "ssh: no host $1" >&2; exit 255; }
        exec unshare --mount bash -c 'mount --bind "%1$s/$0/srv" /srv && exec "$@"' "$@"
        """
            .formatted(folder));
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
  }

  /**
   * Switches on a host.
   *
   * @param archives folder in which its shell is
   * @param environment variables besides those of a fresh login
   */
  HostShell add(String address, Path archives, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path srv = Files.createDirectories(folder.resolve(address).resolve("srv"));
    Map<String, String> all = new TreeMap<>(environment);
    all.put("HOME", Files.createDirectories(folder.resolve(address).resolve("home")).toString());
    all.put("PATH", folder.resolve("tools") + ":/usr/sbin:/usr/bin:/sbin:/bin");
    HostShell shell =
        HostShell.start(
            archives,
            all,
            "unshare --net --mount --pid --fork --kill-child --mount-proc bash".split(" "));
    shells.put(address, shell);
    shell.run("true").orFail();
    int port = shells.size();
    cable
        .run(
            "ip link add name port%1$d type veth peer name eth0 netns %2$d && ip link set port%1$d master bridge up"
                .formatted(port, shell.pidOfShell()))
        .orFail();
    shell
        .run(
            "ip link set lo up && ip address add %s/24 dev eth0 && ip link set eth0 up"
                .formatted(address))
        .orFail();
    shell.run("mount --bind " + srv + " /srv").orFail();
    return shell;
  }

  @Override
  public void close() {
    for (HostShell shell : shells.values()) {
      shell.close();
    }
    cable.close();
  }
}
