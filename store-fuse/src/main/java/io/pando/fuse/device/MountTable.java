package io.pando.fuse.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mounts that this process sees, from {@code /proc/self/mountinfo} ({@code proc(5)}).
 *
 * @param mounts the earlier ones first
 */
record MountTable(List<Mounted> mounts) {
  private static final Path FILE = Path.of("/proc/self/mountinfo");
  private static final int DEVICE = 2;
  private static final int POINT = 4;
  private static final int OPTIONAL = 6;
  private static final int OCTAL_DIGITS = 3;

  /**
   * A mount.
   *
   * @param device major and minor number, with a colon between
   * @param point where it is
   * @param type such as {@code ext4} or {@code fuse.pando}
   */
  record Mounted(String device, String point, String type) {
    boolean isFuse() {
      return type.equals("fuse") || type.startsWith("fuse.");
    }

    /** Number of the session, by which {@code /sys/fs/fuse/connections} names it. */
    String minor() {
      return device.substring(device.indexOf(':') + 1);
    }
  }

  /** Reads the table. */
  static MountTable read() throws IOException {
    return parse(Files.readAllLines(FILE, StandardCharsets.ISO_8859_1));
  }

  /** Parses the table's lines; lines of another form are left out. */
  static MountTable parse(List<String> lines) {
    List<Mounted> mounts = new ArrayList<>();
    for (String line : lines) {
      List<String> fields = List.of(line.split(" ", -1));
      int end = fields.indexOf("-");
      if (end >= OPTIONAL && end + 1 < fields.size()) {
        mounts.add(
            new Mounted(fields.get(DEVICE), unescape(fields.get(POINT)), fields.get(end + 1)));
      }
    }
    return new MountTable(List.copyOf(mounts));
  }

  /** The mount that one sees at a path: the last one there. */
  Optional<Mounted> at(Path path) {
    return mounts.reversed().stream()
        .filter(mount -> mount.point.equals(path.toString()))
        .findFirst();
  }

  /** Blanks and some other bytes are written as a backslash and three octal digits. */
  private static String unescape(String field) {
    byte[] bytes = field.getBytes(StandardCharsets.ISO_8859_1);
    byte[] plain = new byte[bytes.length];
    int length = 0;
    for (int at = 0; at < bytes.length; at++) {
      boolean escaped = bytes[at] == '\\' && at + OCTAL_DIGITS < bytes.length;
      plain[length++] = escaped ? octal(field, at + 1) : bytes[at];
      at += escaped ? OCTAL_DIGITS : 0;
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  private static byte octal(String field, int at) {
    String digits = field.substring(at, at + OCTAL_DIGITS);
    return digits.matches("[0-3][0-7]{2}") ? (byte) Integer.parseInt(digits, 8) : (byte) '\\';
  }
}
