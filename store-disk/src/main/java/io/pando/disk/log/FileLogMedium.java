package io.pando.disk.log;

import io.pando.disk.StoreFolder;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.FileDevice;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder with a file for each segment. Files that are not needed any more are kept for later
 * segments: their blocks have been written before, so flushing them does not change the file
 * system's metadata. Further reserved files have their space, and are filled with zeros when
 * needed.
 *
 * <pre>
 *   segment-NUMBER         a segment
 *   spare-segment-NUMBER   a former segment, kept for a later one
 *   spare-filled-N         for a later segment; completely written
 *   spare-bare-N           the same, not written yet
 *   draft                  a spare file being made
 * </pre>
 */
public final class FileLogMedium implements LogMedium {
  private static final Logger LOG = LoggerFactory.getLogger(FileLogMedium.class);
  private static final Pattern SEGMENT = Pattern.compile("segment-([0-9]{1,18})");
  private static final String SPARE = "spare-";
  private static final String BARE = SPARE + "bare-";
  private static final String FILLED = SPARE + "filled-";

  /** Most files kept for later segments. */
  private static final int MOST_SPARES = 8;

  private static final String DRAFT = "draft";

  private final Path folder;
  private final LogConfig config;
  private final boolean direct;
  private final Account account;

  /** Whether the lack of space was already logged. */
  private boolean toldFull;

  /**
   * A log in an existing folder.
   *
   * @param direct whether to bypass the page cache, if the file system allows it
   * @param account counts the writes to new files
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
      List<Path> spares = spares();
      Path spare = spares.isEmpty() ? draft() : spares.getFirst();
      if (spare.getFileName().toString().startsWith(BARE)) {
        fill(spare);
      }
      Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
      StoreFolder.flush(folder);
    }
    return open(number);
  }

  @Override
  public int reserve(int count) throws IOException {
    int ready = spares().size();
    try {
      while (ready < count) {
        Path _ = draft();
        ready++;
      }
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      tellFull(e);
    }
    return ready;
  }

  /** Logs the lack of space once until there is space again, since every batch tries. */
  private void tellFull(IOException e) {
    if (!toldFull) {
      toldFull = true;
      LOG.warn("{}: {}", describe(), e.getMessage());
    }
  }

  /** Files for new segments; completely written files come first. */
  private List<Path> spares() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, SPARE + "*")) {
      for (Path file : files) {
        if (Files.size(file) == config.segmentBytes()) {
          found.add(file);
        } else {
          Files.delete(file);
        }
      }
    }
    // In ascending order, "bare" comes before all other names.
    found.sort(Comparator.reverseOrder());
    return found;
  }

  /** Makes a spare file. */
  private Path draft() throws IOException {
    Path draft = folder.resolve(DRAFT);
    Files.deleteIfExists(draft);
    FileDevice.create(draft, config.segmentBlocks());
    boolean hasSpace;
    try (FileDevice device = FileDevice.open(draft, config.segmentBlocks(), direct)) {
      hasSpace = device.claim(0, config.segmentBlocks());
    } catch (IOException e) {
      Files.delete(draft);
      throw e;
    }
    if (!hasSpace) {
      fill(draft);
    }
    toldFull = false;
    Path spare = unused(hasSpace ? BARE : FILLED);
    Files.move(draft, spare, StandardCopyOption.ATOMIC_MOVE);
    StoreFolder.flush(folder);
    return spare;
  }

  private Path unused(String prefix) {
    int number = 0;
    while (Files.exists(folder.resolve(prefix + number))) {
      number++;
    }
    return folder.resolve(prefix + number);
  }

  private void fill(Path file) throws IOException {
    try (FileDevice device = FileDevice.open(file, config.segmentBlocks(), direct)) {
      account.fill(device.fill(0, config.segmentBlocks()));
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
        direct ? FileSegment.direct(file, config.segmentBytes(), config.leastUnitBytes()) : null;
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
