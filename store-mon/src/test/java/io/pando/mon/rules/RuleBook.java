package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.release.Release;
import io.pando.cluster.release.Releases;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.InitialMap;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.UUID;

/** A state to which a test applies one change after the other. */
public final class RuleBook {
  static final ClusterId CLUSTER = new ClusterId(new UUID(7, 7));

  private MonitorState state;
  private long nowMillis = 1_000_000;

  RuleBook() {
    this.state = MonitorState.beginning(firstMap());
  }

  public static ClusterMap firstMap() {
    MonitorInfo mon = new MonitorInfo(new NodeId(NodeId.Role.MON, 0), "127.0.0.1", 6789, 6790);
    return InitialMap.of(CLUSTER, List.of(mon), "host", 1_000_000);
  }

  /** With as many OSDs, each on its own host, up and in. */
  public static RuleBook withOsds(int osds) {
    RuleBook book = new RuleBook();
    for (int osd = 0; osd < osds; osd++) {
      book.accept(new Change.CreateOsd(null, null));
      book.accept(
          new Change.PlaceInCrush("osd." + osd, null, List.of("host=h" + osd, "root=default")));
      book.accept(boot(osd, 1));
    }
    return book;
  }

  public static Change.Boot boot(int osd, long nonce) {
    return boot(osd, nonce, new UUID(0, osd));
  }

  static Change.Boot boot(int osd, long nonce, UUID identity) {
    OsdId id = new OsdId(osd);
    Address address = new Address(id.node(), nonce, "127.0.0.1", 7000 + osd);
    return new Change.Boot(id, identity, address, 2, 0);
  }

  /** The map of a cluster that requires a release, whatever its daemons run. */
  public static ClusterMap requiring(ClusterMap map, Release release) {
    return new ClusterMap(
        map.stamp(),
        map.placement(),
        new ClusterMap.Operation(
            map.flags(),
            new Releases(release.number(), map.releases().running()),
            map.profiles(),
            map.fences(),
            map.files()),
        map.monitors(),
        map.losses(),
        map.fullness());
  }

  public RuleBook pass(long millis) {
    nowMillis += millis;
    return this;
  }

  Decision decide(Change change) {
    return Rules.decide(state, change, new Terms(nowMillis, 99, MonitorRules.DEFAULT));
  }

  /** Applies a change that must be accepted; returns the note. */
  public String accept(Change change) {
    Decision decision = decide(change);
    assertThat(decision).as("%s", change).isInstanceOf(Decision.Accepted.class);
    Decision.Accepted accepted = (Decision.Accepted) decision;
    state = accepted.state();
    return accepted.note();
  }

  /** Applies a change that must be accepted and must make no epoch. */
  String acceptInVain(Change change) {
    long epoch = map().epoch();
    String note = accept(change);
    assertThat(map().epoch()).as("%s", change).isEqualTo(epoch);
    return note;
  }

  /** The reason for which a change is rejected. */
  String reject(Change change) {
    Decision decision = decide(change);
    assertThat(decision).as("%s", change).isInstanceOf(Decision.Rejected.class);
    return ((Decision.Rejected) decision).reason();
  }

  public long nowMillis() {
    return nowMillis;
  }

  Terms terms() {
    return new Terms(nowMillis, 99, MonitorRules.DEFAULT);
  }

  public MonitorState state() {
    return state;
  }

  public ClusterMap map() {
    return state.map();
  }

  OsdInfo osd(int number) {
    return OsdEdits.known(map(), new OsdId(number));
  }

  PoolInfo pool(String name) {
    return map().poolNamed(name).orElseThrow();
  }
}
