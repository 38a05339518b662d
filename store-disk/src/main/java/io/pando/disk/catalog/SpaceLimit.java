package io.pando.disk.catalog;

import io.pando.disk.device.MediumSpace;

/** Free space of the medium below a store, in addition to the store's configured capacity. */
public interface SpaceLimit {
  /** Unlimited space. */
  SpaceLimit ENDLESS =
      new SpaceLimit() {
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
   * Whether {@code bytes} more bytes can be written.
   *
   * @param binding whether they were promised already, and may use a part of the reserve
   */
  boolean has(long bytes, boolean binding);

  /** Current space of the medium. */
  MediumSpace space();
}
