package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.fs.FileLayout;
import java.util.ArrayList;
import java.util.List;

/** A call that is not answered. */
sealed interface OpenCall {
  FileContent file();

  /** A read of parts of one object. */
  final class Fill implements OpenCall {
    private final FileContent file;
    final long call;
    final List<FileLayout.Extent> extents;
    final List<PendingRead> readers = new ArrayList<>();

    /** Whether the bytes may be cached: no write since the call was made concerns them. */
    boolean keep;

    Fill(FileContent file, long call, List<FileLayout.Extent> extents, boolean keep) {
      this.file = file;
      this.call = call;
      this.extents = extents;
      this.keep = keep;
    }

    @Override
    public FileContent file() {
      return file;
    }

    static ByteRange inFile(FileLayout.Extent extent) {
      return new ByteRange(extent.fileOffset(), extent.inObject().length());
    }

    boolean overlaps(ByteRange range) {
      return extents.stream().anyMatch(extent -> Ranges.overlap(inFile(extent), range));
    }
  }

  /**
   * A write of parts of one object.
   *
   * @param oldest sequence of the oldest write in it
   * @param buffered whether the writer of a part was told that its write is done
   */
  record Flight(FileContent file, long call, List<ByteRange> ranges, long oldest, boolean buffered)
      implements OpenCall {
    boolean overlaps(ByteRange range) {
      return ranges.stream().anyMatch(it -> Ranges.overlap(it, range));
    }
  }

  /** A question for the size of one object. */
  record Look(FileContent file, SeekSearch search, long object) implements OpenCall {}
}
