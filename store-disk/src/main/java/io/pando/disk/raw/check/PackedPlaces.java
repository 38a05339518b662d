package io.pando.disk.raw.check;

import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import java.util.ArrayList;
import java.util.List;

/** The blocks of the device that a unit of packed blocks occupies. */
final class PackedPlaces {
  private PackedPlaces() {}

  static List<Long> of(RawUnit unit) {
    List<Long> places = new ArrayList<>();
    for (RawStep.Run run : unit.runs()) {
      for (int i = 0; i < run.count(); i++) {
        places.add(run.place() + i);
      }
    }
    return places;
  }
}
