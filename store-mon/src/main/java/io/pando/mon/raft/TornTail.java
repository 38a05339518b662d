package io.pando.mon.raft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts off an entry that a crash left half written at the end of Ratis' open log segment. Ratis
 * itself treats such an entry as damage and refuses to start.
 *
 * <p>A segment is the eight bytes {@code RaftLog1}, then entries: length as a variable-length
 * number, bytes, CRC32C of both (4 bytes, big-endian); then zeros, which are written ahead. An
 * entry with a wrong checksum is half written if some sector of it is still all zeros. Then neither
 * this entry nor anything after it was ever flushed, so none of it was acknowledged. Any other
 * wrong checksum is damage, and is left for Ratis to refuse.
 */
final class TornTail {
  private static final Logger LOG = LoggerFactory.getLogger(TornTail.class);
  private static final int HEADER_BYTES = 8;
  private static final int CHECKSUM_BYTES = 4;
  private static final int SECTOR_BYTES = 512;
  private static final int MAX_LENGTH_BYTES = 5;

  private TornTail() {}

  /** Mends the open segments below a directory. */
  static void mend(Path storage) throws IOException {
    List<Path> open;
    try (Stream<Path> files = Files.walk(storage)) {
      open = files.filter(TornTail::isOpenSegment).sorted().toList();
    }
    for (Path segment : open) {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment));
      int end = firstInvalid(bytes);
      if (end < bytes.limit() && isTorn(bytes, end)) {
        LOG.warn("{}: truncated at byte {}: a crash left an incomplete entry there", segment, end);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
          channel.truncate(end);
          channel.force(true);
        }
      }
    }
  }

  private static boolean isOpenSegment(Path file) {
    return String.valueOf(file.getFileName()).startsWith("log_inprogress_");
  }

  /** The valid entries at the beginning of a segment, without length and checksum. */
  static List<ByteBuffer> entries(ByteBuffer bytes) {
    List<ByteBuffer> entries = new ArrayList<>();
    int at = Math.min(HEADER_BYTES, bytes.limit());
    while (at < bytes.limit() && bytes.get(at) != 0) {
      int size = sizeOfValid(bytes, at);
      if (size == 0) {
        break;
      }
      int length = 0;
      while (bytes.get(at + length) < 0) {
        length++;
      }
      length++;
      entries.add(bytes.slice(at + length, size - length - CHECKSUM_BYTES));
      at += size;
    }
    return entries;
  }

  /** Offset of the first invalid entry; the end if all entries are valid. */
  static int firstInvalid(ByteBuffer bytes) {
    int at = Math.min(HEADER_BYTES, bytes.limit());
    while (at < bytes.limit() && bytes.get(at) != 0) {
      int size = sizeOfValid(bytes, at);
      if (size == 0) {
        return at;
      }
      at += size;
    }
    return at < bytes.limit() && !isZero(bytes, at, bytes.limit()) ? at : bytes.limit();
  }

  /** Size of the entry in bytes; 0 if it is not valid. */
  private static int sizeOfValid(ByteBuffer bytes, int at) {
    int size = sizeAsSaid(bytes, at);
    int covered = size - CHECKSUM_BYTES;
    return size > 0 && checksum(bytes, at, covered) == bytes.getInt(at + covered) ? size : 0;
  }

  /** Size of the entry in bytes by its length field; 0 if that length is impossible. */
  private static int sizeAsSaid(ByteBuffer bytes, int at) {
    long length = 0;
    for (int i = 0; i < MAX_LENGTH_BYTES && at + i < bytes.limit(); i++) {
      byte next = bytes.get(at + i);
      length |= (long) (next & 0x7f) << (7 * i);
      if (next >= 0) {
        long size = i + 1 + length + CHECKSUM_BYTES;
        return at + size <= bytes.limit() ? (int) size : 0;
      }
    }
    return 0;
  }

  private static int checksum(ByteBuffer bytes, int at, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.slice(at, length));
    return (int) checksum.getValue();
  }

  /** Whether a sector of the entry, or the entry's part of a sector, is all zeros. */
  private static boolean isTorn(ByteBuffer bytes, int from) {
    int size = sizeAsSaid(bytes, from);
    int to = size > 0 ? from + size : Math.min(bytes.limit(), from + 2 * SECTOR_BYTES);
    int start = from;
    while (start < to) {
      int end = Math.min(to, (start / SECTOR_BYTES + 1) * SECTOR_BYTES);
      if (isZero(bytes, start, end)) {
        return true;
      }
      start = end;
    }
    return false;
  }

  private static boolean isZero(ByteBuffer bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes.get(i) != 0) {
        return false;
      }
    }
    return true;
  }
}
