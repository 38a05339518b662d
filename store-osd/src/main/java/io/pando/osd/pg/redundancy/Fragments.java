package io.pando.osd.pg.redundancy;

import io.pando.erasure.ErasureCode;
import io.pando.erasure.Positions;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.id.MemberId;
import java.util.Collection;

/**
 * Every member has the fragment of one position.
 *
 * @param code the code of the group's pool
 * @param layout how the bytes of an object lie in its data fragments
 */
public record Fragments(ErasureCode code, StripeLayout layout) implements Redundancy {
  @Override
  public boolean suffice(Collection<MemberId> members) {
    return code.decodes(positions(members));
  }

  @Override
  public boolean combines() {
    return true;
  }

  @Override
  public long storedBytes(int position, long objectBytes) {
    return fragmentBytes(position, objectBytes);
  }

  @Override
  public boolean takesBack() {
    return true;
  }

  /** The positions that some members have. */
  public static Positions positions(Collection<MemberId> members) {
    Positions positions = Positions.NONE;
    for (MemberId member : members) {
      positions = positions.with(member.position());
    }
    return positions;
  }

  /** Size of the fragment at a position of an object of this size. */
  public long fragmentBytes(int position, long objectBytes) {
    return code.dataPositions().contains(position)
        ? layout.fragmentBytes(code.dataPositions().indexOf(position), objectBytes)
        : layout.parityBytes(objectBytes);
  }
}
