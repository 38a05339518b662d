package io.pando.disk.raw.pipeline;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.check.HeapMetadata;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metadata that are durable only when somebody waits for that, or a test says so. */
final class DelayedMetadata extends HeapMetadata {
  private final List<Boolean> wanted = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final HeapMetadata whole = new HeapMetadata();
  private Mark durable = Mark.NONE;
  private @Nullable String failure;
  private @Nullable String lookupFailure;

  /** What was wanted since the last time: whether it was waited for. */
  List<Boolean> wanted() {
    List<Boolean> all = List.copyOf(wanted);
    wanted.clear();
    return all;
  }

  /** What was taken since the last time. */
  List<Mark> marks() {
    List<Mark> all = List.copyOf(marks);
    marks.clear();
    return all;
  }

  /** Nothing becomes durable from now on, for this reason; null: it does again. */
  void fail(@Nullable String why) {
    failure = why;
  }

  /** No record is found from now on, for this reason. */
  void failLookups(String why) {
    lookupFailure = why;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) throws MetadataException {
    if (lookupFailure != null) {
      throw new MetadataException(lookupFailure);
    }
    return super.get(family, key);
  }

  /** What was taken is durable. */
  void settle() throws MetadataException {
    durable = taken();
    whole.become(this);
  }

  /** The power went: what is not durable is gone. */
  void crash() {
    become(whole);
  }

  @Override
  public void commit(Mark mark) throws MetadataException {
    super.commit(mark);
    marks.add(mark);
  }

  @Override
  public Mark durable() {
    return durable;
  }

  @Override
  public void persist(boolean wait) throws MetadataException {
    wanted.add(wait);
    if (failure != null) {
      throw new MetadataException(failure);
    }
    if (wait) {
      settle();
    }
  }
}
