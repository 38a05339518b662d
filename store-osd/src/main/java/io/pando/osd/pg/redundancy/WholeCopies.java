package io.pando.osd.pg.redundancy;

import io.pando.id.MemberId;
import java.util.Collection;

/** Every member has a copy: one of them is enough. */
public record WholeCopies() implements Redundancy {
  @Override
  public boolean suffice(Collection<MemberId> members) {
    return !members.isEmpty();
  }

  @Override
  public boolean combines() {
    return false;
  }

  @Override
  public long storedBytes(int position, long objectBytes) {
    return objectBytes;
  }

  @Override
  public boolean takesBack() {
    return false;
  }
}
