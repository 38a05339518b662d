package io.pando.disk.raw.pipeline.worker;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.check.HeapMetadata;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metadata that become durable only when a caller waits, or when a test makes them durable. */
public final class DelayedMetadata extends HeapMetadata {
  private final List<Boolean> wanted = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final HeapMetadata whole = new HeapMetadata();
  private Mark durable = Mark.NONE;
  private @Nullable String failure;
  private @Nullable String lookupFailure;

  /** The requests for durability since the last time: whether each of them waits. */
  public List<Boolean> wanted() {
    List<Boolean> all = List.copyOf(wanted);
    wanted.clear();
    return all;
  }

  /** The marks committed since the last time. */
  public List<Mark> marks() {
    List<Mark> all = List.copyOf(marks);
    marks.clear();
    return all;
  }

  /** Nothing becomes durable from now on, for this reason; null ends that. */
  public void fail(@Nullable String why) {
    failure = why;
  }

  /** All lookups fail from now on, for this reason. */
  public void failLookups(String why) {
    lookupFailure = why;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) throws MetadataException {
    if (lookupFailure != null) {
      throw new MetadataException(lookupFailure);
    }
    return super.get(family, key);
  }

  /** Makes everything committed durable. */
  public void settle() throws MetadataException {
    durable = committed();
    whole.become(this);
  }

  /** Simulates a power failure: everything not durable is lost. */
  public void crash() {
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
