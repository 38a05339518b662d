package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import java.util.List;

/**
 * A listener of a recovery that notes what it hears, in words.
 *
 * @param heard to which it adds
 */
record HeardRecovery(List<String> heard) implements Recovery.Listener {
  @Override
  public void onAvailable(ObjectId object) {
    heard.add("available " + object.name());
  }

  @Override
  public void onLost(ObjectId object, String what) {
    heard.add("lost " + object.name());
  }

  @Override
  public void onWhole() {
    heard.add("whole");
  }
}
