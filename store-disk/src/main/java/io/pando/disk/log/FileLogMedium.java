package io.pando.disk.log;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.FileDevice;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder with a file for each segment, its space reserved when it is made. One file that is not
 * needed any more is kept for the next segment: its blocks are there, so a flush of it changes
 * nothing of the file system.
 */
public final class FileLogMedium implements LogMedium {
  private static final Pattern SEGMENT = Pattern.compile("segment-([0-9]{1,18})");
  private static final String SPARE = "spare";
  private static final String DRAFT = "draft";

  private final Path folder;
  private final LogConfig config;
  private final boolean direct;

  /**
   * A log in a folder that is there.
   *
   * @param direct past the page cache, if the file system allows it
   */
  public FileLogMedium(Path folder, LogConfig config, boolean direct) {
    this.folder = folder;
    this.config = config;
    this.direct = direct;
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
  public BlockDevice create(long number) throws IOException {
    Path file = file(number);
    if (!Files.exists(file)) {
      Path spare = folder.resolve(SPARE);
      if (!Files.exists(spare) || Files.size(spare) != config.segmentBytes()) {
        spare = draft();
      }
      Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
      settle();
    }
    return open(number);
  }

  private Path draft() throws IOException {
    Path draft = folder.resolve(DRAFT);
    Files.deleteIfExists(draft);
    FileDevice.create(draft, config.segmentBlocks());
    try (FileDevice device = FileDevice.open(draft, config.segmentBlocks(), false)) {
      device.reserve(0, config.segmentBlocks());
      device.flush();
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
  public BlockDevice open(long number) throws IOException {
    return FileDevice.open(file(number), config.segmentBlocks(), direct);
  }

  @Override
  public void retire(long number) throws IOException {
    Files.move(file(number), folder.resolve(SPARE), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public String describe() {
    return "log " + folder;
  }

  @Override
  public void close() {}
}
