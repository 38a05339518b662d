package io.pando.osd.pg;

import io.pando.message.ObjectMessage;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests that wait until the group serves, in the order they came; at most so many. */
final class WaitingRequests {
  private record Key(Peer client, ObjectMessage.Request request) {}

  private final int max;
  private final Map<Key, Input.ClientAsked> waiting = new LinkedHashMap<>();

  WaitingRequests(int max) {
    this.max = max;
  }

  int size() {
    return waiting.size();
  }

  /** Whether there was room. */
  boolean add(Input.ClientAsked asked) {
    if (waiting.size() >= max) {
      return false;
    }
    waiting.put(new Key(asked.client(), asked.request()), asked);
    return true;
  }

  List<Input.ClientAsked> takeAll() {
    List<Input.ClientAsked> all = new ArrayList<>(waiting.values());
    waiting.clear();
    return all;
  }
}
