package io.pando.crush;

import io.pando.crush.model.CrushWeight;
import java.util.List;

/** CRUSH maps of hosts that have the same number of devices of weight 1. */
public final class HostMaps {
  private HostMaps() {}

  /**
   * A map of hosts below {@code default}; the name of a host is "host" and its number, from 0.
   *
   * @param hosts number of hosts
   * @param devicesPerHost number of devices on each host
   */
  public static CrushMap of(int hosts, int devicesPerHost) {
    CrushMap map = CrushEdit.initial();
    try {
      for (int i = 0; i < hosts * devicesPerHost; i++) {
        List<CrushLocation> at =
            List.of(
                new CrushLocation("host", "host" + i / devicesPerHost),
                new CrushLocation("root", "default"));
        map = CrushEdit.place(map, "osd." + i, CrushWeight.ONE, at);
      }
    } catch (CrushEditException e) {
      throw new AssertionError(e);
    }
    return map;
  }
}
