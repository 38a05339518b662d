package io.pando.mds;

import io.pando.mds.life.LifeEnd;

/** The surroundings of a metadata server. Its methods are called on the event loop. */
public interface MdsHost {
  /** A sentence for the log. */
  void note(String sentence);

  /** The life is over; nothing else is called afterwards. */
  void ended(LifeEnd end);
}
