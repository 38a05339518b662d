package io.pando.cli.command.files;

import io.pando.bytes.Payload;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.request.FsRequest.XattrMode;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** The quota of a directory, and what is used of it: the attributes {@code pando.*} of it. */
record FsQuota(String path, Limited bytes, Limited files) {
  private static final String BYTES = "pando.quota.bytes";
  private static final long MOST = 999_999_999_999_999_999L;
  private static final String FILES = "pando.quota.files";

  /**
   * Something that is limited.
   *
   * @param limit 0 for none
   */
  record Limited(long used, long limit) {
    Json json() {
      return new Json().put("used", used).put("limit", limit == 0 ? null : limit);
    }
  }

  /** The number of bytes of an option. */
  static long bytes(String text) {
    return ByteSize.parse(text)
        .orElseThrow(() ->
            UserError.usage(
                "--bytes takes a number of bytes such as 4096 or 10G, not '%s'".formatted(text)));
  }

  /** Refuses options that contradict one another, and limits below zero. */
  static void checkOptions(@Nullable Long bytes, @Nullable Long entries, boolean clear) {
    if (clear && (bytes != null || entries != null)) {
      throw UserError.usage("--clear ends both limits: omit --bytes and --files");
    }
    if (entries != null) {
      UserError.checkRange("--files", entries, 0, MOST);
    }
    if (bytes != null) {
      UserError.checkRange("--bytes", bytes, 0, MOST);
    }
  }

  /** Reads the quota of a directory. */
  static FsQuota read(PandoFileSystem files, String path) {
    if (!files.stat(path).isDirectory()) {
      throw UserError.failed("%s is no directory; quotas are of directories".formatted(path));
    }
    long entries =
        number(files, path, "pando.dir.total.files")
            + number(files, path, "pando.dir.total.directories");
    return new FsQuota(
        path,
        new Limited(number(files, path, "pando.dir.total.bytes"), number(files, path, BYTES)),
        new Limited(entries, number(files, path, FILES)));
  }

  private static long number(PandoFileSystem files, String path, String attribute) {
    return Long.parseLong(files.xattr(path, attribute).toUtf8());
  }

  /** Sets limits; null leaves one as it is, 0 ends it. */
  static void set(
      PandoFileSystem files, String path, @Nullable Long bytes, @Nullable Long entries) {
    set(files, path, BYTES, bytes);
    set(files, path, FILES, entries);
  }

  private static void set(
      PandoFileSystem files, String path, String attribute, @Nullable Long limit) {
    if (limit != null) {
      files.setXattr(path, attribute, Payload.utf8(limit.toString()), XattrMode.EITHER);
    }
  }

  Json json() {
    return new Json().put("path", path).put("bytes", bytes.json()).put("files", files.json());
  }

  void print(PrintStream out) {
    Table table = new Table().left("").right("USED", "LIMIT");
    table.row(
        "bytes",
        ByteSize.format(bytes.used()),
        bytes.limit() == 0 ? "none" : ByteSize.format(bytes.limit()));
    table.row("files", files.used(), files.limit() == 0 ? "none" : files.limit());
    table.print(out);
  }
}
