package io.pando.osd.pg;

import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.fragment.FragmentServer;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import org.jspecify.annotations.Nullable;

/** The inputs of a group that is being removed from the store: others must not wait for it. */
final class GroupRemoval {
  private final Replica replica;
  private final ClientRequests requests;

  /** Null until a map arrives during the removal. */
  private @Nullable StrayGroup stray;

  GroupRemoval(Replica replica, ClientRequests requests) {
    this.replica = replica;
    this.requests = requests;
  }

  /** Handles an input. */
  void onInput(Input input) {
    switch (input) {
      case Input.Persisted persisted -> replica.journal().onPersisted(persisted.outcome());
      case Input.MapAdvanced advanced ->
          stray =
              stray()
                  .onMap(new Membership(advanced.map(), advanced.mapping()), advanced.successive());
      case Input.ClientAsked asked -> requests.onAskedWhileRemoved(asked);
      case Input.PeerSaid said when said.message() instanceof RecoveryMessage.Pull pull ->
          refuse(said.via(), pull);
      case Input.PeerSaid said when said.message() instanceof FragmentMessage.ReadFragments read ->
          replica.answer(said.via(), FragmentServer.nothing(read, stray().membership().epoch()));
      default -> {
        // No other input matters to a group that is being removed.
      }
    }
  }

  /** A primary that looks for lost objects waits for the answer of every OSD that it asks. */
  private void refuse(Peer via, RecoveryMessage.Pull pull) {
    Probe.reached("recovery: a pull from a group that is being removed");
    replica.answer(
        via,
        new RecoveryMessage.PushFailed(
            replica.group(),
            stray().membership().epoch(),
            pull.objects().stream()
                .map(it ->
                    new RecoveryMessage.Refused(
                        it.object(), it.version(), "the group is being removed from this OSD"))
                .toList()));
  }

  /**
   * First epoch of the present interval, for the group that follows this one, which was removed.
   *
   * @param newest membership, which this group may not have received yet
   */
  long intervalSince(Membership newest) {
    return stray().onMap(newest, true).intervalSince();
  }

  private StrayGroup stray() {
    StrayGroup known = stray;
    return known == null ? StrayGroup.of(replica) : known;
  }
}
