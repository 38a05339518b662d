package io.pando.disk.log;

import io.pando.disk.account.Account;
import io.pando.disk.device.FileDevice;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a file for each segment. Files that are not needed any more are kept for the next
 * segments: since their blocks have been written, a flush of them changes nothing of the file
 * system.
 */
public final class FileLogMedium implements LogMedium {
  private static final Pattern SEGMENT = Pattern.compile("segment-([0-9]{1,18})");
  private static final String SPARE = "spare-";

  /** So many files are kept for later segments. */
  private static final int MOST_SPARES = 8;

  private static final String DRAFT = "draft";

  private final Path folder;
  private final LogConfig config;
  private final boolean direct;
  private final Account account;

  /**
   * A log in a folder that is there.
   *
   * @param direct past the page cache, if the file system allows it
   * @param account told what new files cost
   */
  public FileLogMedium(Path folder, LogConfig config, boolean direct, Account account) {
    this.folder = folder;
    this.config = config;
    this.direct = direct;
    this.account = account;
  }

  private Path file(long number) {
    return folder.resolve(String.format("segment-%012d", number));
  }

  @Override
  public SortedSet<Long> segments() throws IOException {
    SortedSet<Long> numbers = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Matcher name = SEGMENT.matcher(file.getFileName().toString());
        if (name.matches()) {
          numbers.add(Long.parseLong(name.group(1)));
        }
      }
    }
    return numbers;
  }

  @Override
  public LogSegment create(long number) throws IOException {
    Path file = file(number);
    if (!Files.exists(file)) {
      Path spare = spare();
      Files.move(spare == null ? draft() : spare, file, StandardCopyOption.ATOMIC_MOVE);
      settle();
    }
    return open(number);
  }

  /** A file that a segment can be made of; null if there is none. */
  private @Nullable Path spare() throws IOException {
    for (Path spare : spares()) {
      if (Files.size(spare) == config.segmentBytes()) {
        return spare;
      }
      Files.delete(spare);
    }
    return null;
  }

  private List<Path> spares() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, SPARE + "*")) {
      files.forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  private Path draft() throws IOException {
    Path draft = folder.resolve(DRAFT);
    Files.deleteIfExists(draft);
    FileDevice.create(draft, config.segmentBlocks());
    try (FileDevice device = FileDevice.open(draft, config.segmentBlocks(), direct)) {
      account.fill(device.reserve(0, config.segmentBlocks()));
    }
    return draft;
  }

  /** What the folder names is durable. */
  private void settle() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public LogSegment open(long number) throws IOException {
    Path file = file(number);
    long size = Files.size(file);
    if (size < config.segmentBytes()) {
      throw new IOException(
          file + ": " + size + " bytes long, but must be " + config.segmentBytes());
    }
    LogSegment segment =
        direct ? SectorSegment.open(file, config.segmentBytes(), config.leastUnitBytes()) : null;
    return segment == null ? FileSegment.open(file, config.segmentBytes()) : segment;
  }

  @Override
  public void retire(long number) throws IOException {
    Path file = file(number);
    if (spares().size() >= MOST_SPARES) {
      Files.delete(file);
    } else {
      Files.move(file, folder.resolve(SPARE + file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  @Override
  public String describe() {
    return "log " + folder;
  }

  @Override
  public void close() {}
}
