package io.pando.osd.pg.recovery.copy;

import io.pando.message.RecoveryMessage.Copied;
import java.util.List;

/**
 * Receives the progress of copies. Each copy ends with one of these calls other than {@link
 * #onFetched}.
 */
public interface CopyListener {
  /** Objects that the primary lacked have arrived. */
  void onFetched(List<Fetched> fetched);

  /** A fragment that the primary lacked was rebuilt and is here; the copy continues. */
  void onHere(ObjectCopy copy);

  /** Fragments were stored here, or refused for lack of room: what waited for that may go on. */
  void onStoredHere();

  /** All targets that can store the object have it. */
  void onDelivered(ObjectCopy copy);

  /** No OSD that is up can send the object. */
  void onUnfound(ObjectCopy copy);

  /** The object does not fit into the store here. */
  void onNoRoom(ObjectCopy copy);

  /** The primary's own copy of the object is damaged or absent. */
  void onBadOnPrimary(ObjectCopy copy, String what);

  /** The copy was not started: the batch was large enough without it. */
  void onNotStarted(ObjectCopy copy);

  /**
   * An object that has arrived.
   *
   * @param piece the whole object, or the last of several pieces
   */
  record Fetched(ObjectCopy copy, Copied piece) {}
}
