package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.fs.FileLayout;
import io.pando.fs.FileLayout.Extent;
import io.pando.fs.request.FsError;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Searches for data and holes of files by the sizes of their objects, one set of objects after the
 * other. Every byte before the end of an object counts as data.
 */
final class Seeks {
  private final DataCalls calls;

  Seeks(DataCalls calls) {
    this.calls = calls;
  }

  /** Begins, when all bytes that the file had are in objects. */
  void begin(FileContent file, DataInput.Seek request) {
    look(file, new SeekSearch(request));
  }

  private void look(FileContent file, SeekSearch search) {
    if (search.at >= file.size()) {
      boolean end = !search.request.data() && search.request.offset() < file.size();
      answer(search, end ? file.size() : -1);
      return;
    }
    SortedSet<Long> objects = new TreeSet<>();
    for (Extent extent : extents(file, search)) {
      objects.add(extent.object());
    }
    search.asked = objects.size();
    search.sizes.clear();
    for (long object : objects) {
      calls.make(new OpenCall.Look(file, search, object), object, List.of(new ObjectOp.Stat()));
    }
  }

  /** The parts of the file in the present set of objects, from the present offset on. */
  private static List<Extent> extents(FileContent file, SeekSearch search) {
    FileLayout layout = file.layout();
    long setBytes = (long) layout.objectBytes() * layout.stripeCount();
    long setEnd = (search.at / setBytes + 1) * setBytes;
    return layout.extents(new ByteRange(search.at, Math.min(setEnd, file.size()) - search.at));
  }

  void onAnswered(OpenCall.Look look, OpOutcome outcome) {
    switch (outcome) {
      case OpOutcome.Succeeded done -> {
        if (done.results().getFirst() instanceof OpResult.Stat stat) {
          look.search().sizes.put(look.object(), stat.sizeBytes());
        }
      }
      case OpOutcome.Failed failed when failed.error() == OpError.NOT_FOUND -> {
        // All of it is a hole.
      }
      case OpOutcome.Failed failed -> {
        fail(look.search(), DataCalls.errorOf(failed));
        return;
      }
    }
    look.search().asked--;
    if (look.search().asked == 0 && !look.search().failed) {
      judge(look.file(), look.search());
    }
  }

  void fail(SeekSearch search, FsError error) {
    if (!search.failed) {
      search.failed = true;
      calls.emit(new DataEffect.Failed(search.request.token(), error));
    }
  }

  private void judge(FileContent file, SeekSearch search) {
    if (search.at >= file.size()) {
      look(file, search);
      return;
    }
    for (Extent extent : extents(file, search)) {
      long length = extent.inObject().length();
      long end = search.sizes.getOrDefault(extent.object(), 0L);
      long data = Math.clamp(end - extent.inObject().offset(), 0, length);
      if (search.request.data() ? data > 0 : data < length) {
        answer(search, extent.fileOffset() + (search.request.data() ? 0 : data));
        return;
      }
      search.at = extent.fileOffset() + length;
    }
    look(file, search);
  }

  private void answer(SeekSearch search, long offset) {
    calls.emit(new DataEffect.Found(search.request.token(), offset));
  }
}
