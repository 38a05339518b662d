package io.pando.mds.life;

/** Why the life of a metadata server ended. */
public sealed interface LifeEnd {
  /** A sentence for the log. */
  String why();

  /** It was told to stop. */
  record Stopped(String why) implements LifeEnd {}

  /**
   * It must not serve any more: another server has its rank, or may have it. The daemon can begin
   * another life, under a new number.
   */
  record Lost(String why) implements LifeEnd {}
}
