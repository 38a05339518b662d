package io.pando.osd.pg.fragment;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.SortedSet;

/** Knows where fragments are, and takes care of bad ones. */
public interface FragmentSources {
  /** The members that have the object as it should be, as far as is known. */
  SortedSet<MemberId> holders(ObjectId object);

  /**
   * The fragment of a member is not what it should be.
   *
   * @param version that it should have
   */
  void onBad(MemberId member, ObjectId object, Version version, String what);
}
