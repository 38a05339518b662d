package io.pando.fuse.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** Supplementary groups of processes, which the kernel's requests lack. */
public interface ProcessGroups {
  /** Those of the processes of this machine, from {@code /proc}. */
  ProcessGroups OF_SYSTEM =
      process -> {
        Path file = Path.of("/proc", String.valueOf(process), "status");
        try {
          return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
          return List.of();
        }
      };

  /** The groups of a thread, unsigned; none if it has ended. */
  List<Integer> of(int process);

  /** The groups in a file {@code status} ({@code proc(5)}). */
  static List<Integer> parse(String status) {
    List<Integer> groups = new ArrayList<>();
    for (String line : status.lines().filter(each -> each.startsWith("Groups:")).toList()) {
      StringTokenizer words = new StringTokenizer(line.substring("Groups:".length()));
      while (words.hasMoreTokens()) {
        groups.add(Integer.parseUnsignedInt(words.nextToken()));
      }
    }
    return groups;
  }
}
