package io.pando.osd.config;

import java.util.List;

/**
 * Where a new OSD is put into CRUSH.
 *
 * @param location {@code type=name} pairs; empty leaves the placement to the operator
 * @param weight CRUSH weight, 16.16 fixed point
 */
public record CrushPlace(List<String> location, int weight) {
  public CrushPlace {
    location = List.copyOf(location);
  }
}
