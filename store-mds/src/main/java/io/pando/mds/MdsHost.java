package io.pando.mds;

import io.pando.mds.life.LifeEnd;
import io.pando.mds.metrics.MdsMeters;

/** The surroundings of a metadata server. Its methods are called on the event loop. */
public interface MdsHost {
  /** A sentence for the log. */
  void note(String sentence);

  /** Meters of the server, through all of its lives. */
  MdsMeters meters();

  /** The life is over; nothing else is called afterwards. */
  void ended(LifeEnd end);
}
