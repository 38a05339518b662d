package io.pando.osd.pg.recovery.copy;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage;
import java.util.List;

/**
 * Brings objects to the members that lack them: copies objects of replicas, or rebuilds fragments.
 * Reports to a {@link CopyListener}.
 */
public interface CopyWork {
  /** Begins with objects that the primary lacks, and perhaps other members too. */
  void startHere(List<ObjectCopy> begun);

  /** Begins with objects that only other members lack. */
  void startOthers(List<ObjectCopy> begun);

  /** No part of the object here may stay, even if it has the right version. */
  void replaceAll(ObjectId object);

  /** A member sends objects, answers, or cannot do what it was asked for. */
  void onMessage(MemberId from, RecoveryMessage message);

  /** Messages under way to this member may be lost. */
  void onReset(MemberId member);

  /** A newer map: members that are asked may be down. */
  void onMap();

  /** Checks that look at every object. */
  void thoroughInvariants();
}
