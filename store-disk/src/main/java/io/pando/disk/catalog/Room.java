package io.pando.disk.catalog;

import io.pando.disk.device.MediumSpace;

/** What the medium below a store has left, beside the capacity that was agreed upon. */
public interface Room {
  /** Room without end. */
  Room ENDLESS =
      new Room() {
        @Override
        public boolean has(long bytes, boolean binding) {
          return true;
        }

        @Override
        public MediumSpace space() {
          return MediumSpace.OWN;
        }
      };

  /**
   * Whether so many more bytes can be written.
   *
   * @param binding whether they were promised already, and may take a part of what is kept free
   */
  boolean has(long bytes, boolean binding);

  /** The medium now. */
  MediumSpace space();
}
