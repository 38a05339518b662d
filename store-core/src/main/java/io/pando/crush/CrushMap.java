package io.pando.crush;

/** A CRUSH map: immutable. */
public final class CrushMap {
  private CrushMap() {}
}
