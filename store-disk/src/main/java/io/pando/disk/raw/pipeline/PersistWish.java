package io.pando.disk.raw.pipeline;

/** Whether the log wants what was applied to be durable, so that it can forget it. */
enum PersistWish {
  NONE,
  /** When it suits. */
  SOON,
  /** The log waits for it, and must know if it fails. */
  NOW
}
