package io.pando.osd.pg.recovery;

import io.pando.message.RecoveryMessage.Copied;
import java.util.List;

/** Hears how copies go on; each of them ends with one of these but {@link #onFetched}. */
interface CopyListener {
  /** Objects that the primary lacked are here, as these pieces, or larger than a piece: null. */
  void onFetched(List<Fetched> fetched);

  /** Everybody who can take it has it. */
  void onDelivered(Copy copy);

  /** Nobody who is up can send it. */
  void onNowhere(Copy copy);

  /** There is no room for it here. */
  void onNoRoom(Copy copy);

  /** The primary's own object is not as it should be. */
  void onBadHere(Copy copy, String what);

  /** Its turn has not come: the batch was large enough without it. */
  void onPutBack(Copy copy);

  /**
   * An object that came.
   *
   * @param piece the whole of it, or the last of several pieces
   */
  record Fetched(Copy copy, Copied piece) {}
}
