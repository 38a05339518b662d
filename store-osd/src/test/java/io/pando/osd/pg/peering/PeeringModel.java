package io.pando.osd.pg.peering;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Pool;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One group in a cluster where anything may happen between any two steps of peering, and somebody
 * all-knowing who remembers what was acknowledged. Histories, prior sets and authorities are those
 * of production; logs are lists of versions.
 */
final class PeeringModel {
  private static final PgId GROUP = new PgId(new PoolId(1), 0);
  private static final long CREATED = 2;

  /** An OSD with its disk. */
  private static final class Node {
    final OsdId id;
    boolean alive = true;
    long told;
    long serves;
    boolean leads;
    @Nullable GroupInfo info;
    List<Version> log = new ArrayList<>();

    Node(OsdId id) {
      this.id = id;
    }

    GroupInfo held() {
      if (info == null) {
        throw new AssertionError(id + " does not hold the group");
      }
      return info;
    }

    long interval() {
      return held().history().sameIntervalSince();
    }

    boolean isServing() {
      return alive && info != null && serves == interval();
    }
  }

  /** What the seed allows. */
  record Profile(int osds, boolean jumps, boolean purges) {}

  private final Random64 random;
  private final Profile profile;
  private final List<Membership> maps = new ArrayList<>();
  private final SortedMap<OsdId, OsdInfo> osds = new TreeMap<>();
  private final SortedMap<OsdId, Node> nodes = new TreeMap<>();
  private final SortedMap<Version, Long> acknowledged = new TreeMap<>();
  private final List<String> story = new ArrayList<>();
  private List<OsdId> up = new ArrayList<>();
  private List<OsdId> override = new ArrayList<>();
  private int minSize = 1;
  private int activations;
  private boolean calm;

  PeeringModel(long seed) {
    this.random = new Random64(seed);
    this.profile = new Profile(3 + random.nextInt(3), seed % 3 == 1, seed % 3 == 2);
    for (int i = 0; i < profile.osds(); i++) {
      OsdId id = new OsdId(i);
      nodes.put(id, new Node(id));
      osds.put(id, info(id, true, 1, 0, 0));
    }
    remap();
    publish("the pool is made");
  }

  boolean purges() {
    return profile.purges();
  }

  int activations() {
    return activations;
  }

  int acknowledged() {
    return acknowledged.size();
  }

  List<String> story() {
    return story;
  }

  /** Lets anything happen. */
  void step() {
    switch (random.nextInt(20)) {
      case 0 -> crash(anyOsd());
      case 1 -> markDown(anyOsd());
      case 2 -> restart(anyOsd());
      case 3 -> {
        remap();
        publish("moved");
      }
      case 4 -> overrideAny();
      case 5 -> {
        minSize = 1 + random.nextInt(3);
        publish("min_size " + minSize);
      }
      case 6 -> purge(anyOsd());
      case 7 ->
          nodes
              .values()
              .forEach(node -> {
                if (node.alive && random.nextBoolean()) {
                  tell(node);
                }
              });
      case 8, 9, 10, 11, 12 -> peer();
      default -> nodes.values().stream().filter(n -> n.leads).toList().forEach(this::lead);
    }
  }

  /** Everybody comes back, and nothing happens any more: the group must be served. */
  boolean heals() {
    calm = true;
    nodes
        .keySet()
        .forEach(osd -> {
          crash(osd);
          markDown(osd);
        });
    nodes.keySet().forEach(this::restart);
    override = List.of();
    publish("all are back");
    for (int i = 0; i < 10; i++) {
      int before = activations;
      peer();
      if (activations > before) {
        return true;
      }
    }
    return false;
  }

  // Maps

  private static OsdInfo info(OsdId id, boolean isUp, long upFrom, long upThru, long downAt) {
    return new OsdInfo(
        id, null, isUp, true, OsdInfo.FULL_WEIGHT, null, 1, upFrom, upThru, downAt, 0);
  }

  private OsdInfo known(OsdId osd) {
    OsdInfo info = osds.get(osd);
    if (info == null) {
      throw new AssertionError("no " + osd);
    }
    return info;
  }

  private Node node(OsdId osd) {
    Node node = nodes.get(osd);
    if (node == null) {
      throw new AssertionError("no " + osd);
    }
    return node;
  }

  private OsdId anyOsd() {
    return new OsdId(random.nextInt(profile.osds()));
  }

  private void remap() {
    up = new ArrayList<>();
    int size = 2 + random.nextInt(2);
    for (int i = 0; i < size; i++) {
      OsdId osd = anyOsd();
      if (!up.contains(osd)) {
        up.add(osd);
      }
    }
  }

  private void overrideAny() {
    override = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      OsdId osd = anyOsd();
      if (!override.contains(osd)) {
        override.add(osd);
      }
    }
    publish("override " + override);
  }

  private void publish(String why) {
    long epoch = maps.size() + CREATED;
    SortedMap<PoolId, Pool> pools = new TreeMap<>();
    pools.put(
        GROUP.pool(),
        new Pool(
            GROUP.pool(),
            "p",
            3,
            minSize,
            GroupCounts.fresh(1),
            0,
            CREATED,
            false,
            0,
            Replication.PRIMARY));
    ClusterMap map =
        new ClusterMap(
            new ClusterId(new UUID(1, 2)),
            epoch,
            0,
            osds,
            pools,
            CrushMap.builder().build(),
            new TreeMap<>(),
            new TreeSet<>(),
            List.of());
    List<OsdId> upNow = up.stream().filter(map::isUp).toList();
    List<OsdId> overridden = override.stream().filter(map::isUp).toList();
    List<OsdId> acting = overridden.isEmpty() ? upNow : overridden;
    maps.add(new Membership(map, new GroupMapping(GROUP, upNow, acting)));
    story.add("map %d: %s; up %s acting %s".formatted(epoch, why, upNow, acting));
  }

  private Membership now() {
    return maps.getLast();
  }

  private Membership at(long epoch) {
    return maps.get((int) (epoch - CREATED));
  }

  private void crash(OsdId osd) {
    Node node = node(osd);
    node.alive = false;
    node.serves = 0;
    node.leads = false;
  }

  private void markDown(OsdId osd) {
    OsdInfo before = known(osd);
    if (before.up()) {
      long epoch = maps.size() + CREATED;
      osds.put(osd, info(osd, false, before.upFrom(), before.upThru(), epoch));
      publish(osd + " is down");
      // Who was marked down by mistake sleeps until it boots again.
      crash(osd);
    }
  }

  private void restart(OsdId osd) {
    if (!node(osd).alive) {
      markDown(osd);
      long epoch = maps.size() + CREATED;
      osds.put(osd, info(osd, true, epoch, known(osd).upThru(), known(osd).downAt()));
      publish(osd + " is up");
      node(osd).alive = true;
    }
  }

  private void purge(OsdId osd) {
    if (!profile.purges() || known(osd).up()) {
      return;
    }
    nodes.put(osd, new Node(osd));
    node(osd).alive = false;
    node(osd).told = maps.size() + CREATED - 1;
    osds.put(osd, OsdInfo.fresh(osd));
    publish(osd + " is purged, and made anew");
    acknowledged.keySet().removeIf(version -> !isHeld(version));
  }

  /** Whether anybody is left who was activated when it was written, and has it. */
  private boolean isHeld(Version version) {
    long interval = acknowledged.getOrDefault(version, 0L);
    return nodes.values().stream()
        .anyMatch(node ->
            isWhole(node)
                && node.held().lastEpochStarted() >= interval
                && node.log.contains(version));
  }

  /** A node learns all newer maps, or jumps to the newest. */
  private void tell(Node node) {
    if (profile.jumps() && random.oneIn(4) && node.told != 0 && node.told < now().epoch()) {
      step(node, now(), false);
    }
    while (node.told < now().epoch()) {
      step(node, at(Math.max(CREATED, node.told + 1)), true);
    }
  }

  private void step(Node node, Membership next, boolean successive) {
    if (node.info != null) {
      History history = Intervals.advance(node.info, node.id, at(node.told), next, successive);
      node.info = node.info.withHistory(history);
    } else if (next.members().contains(node.id)) {
      node.info = StoredGroup.emptyInfo(GROUP, CREATED, next.epoch());
      node.log = new ArrayList<>();
    }
    node.told = next.epoch();
    node.leads &= node.isServing();
  }

  // Peering

  private void peer() {
    List<OsdId> acting = now().mapping().acting();
    if (acting.isEmpty()) {
      return;
    }
    Node primary = node(acting.getFirst());
    if (!primary.alive) {
      return;
    }
    tell(primary);
    if (primary.isServing()) {
      return;
    }
    SortedMap<OsdId, GroupInfo> heard = new TreeMap<>();
    if (!gather(primary, heard)) {
      return;
    }
    Optional<Authority> chosen = Authority.choose(heard, primary.id);
    if (chosen.isEmpty()) {
      story.add(primary.id + ": nobody is whole of " + heard);
      return;
    }
    Authority authority = chosen.get();
    check(primary, authority, heard);
    if (!authority.canLead(primary.held())) {
      override = List.of(authority.osd());
      publish("bridged with " + override);
      return;
    }
    if (!authority.osd().equals(primary.id)) {
      primary.log = new ArrayList<>(node(authority.osd()).log);
      primary.info = withLog(primary.held(), primary.log, primary.held().logTail());
    }
    if (prove(primary)) {
      activate(primary);
    }
  }

  private boolean gather(Node primary, SortedMap<OsdId, GroupInfo> heard) {
    heard.put(primary.id, primary.held());
    while (true) {
      PriorSet prior = PriorSet.of(primary.held().history(), now(), primary.id, heard);
      Optional<OsdId> next =
          prior.probe().stream().filter(osd -> !heard.containsKey(osd)).findFirst();
      if (next.isEmpty() && hearStray(primary, heard)) {
        continue;
      }
      if (next.isEmpty()) {
        if (!prior.blocked().isEmpty()) {
          story.add(primary.id + ": waits for " + prior.blocked());
        }
        return prior.blocked().isEmpty();
      }
      Node other = node(next.get());
      if (!other.alive) {
        return false;
      }
      hear(primary, other, heard);
    }
  }

  private void hear(Node primary, Node other, SortedMap<OsdId, GroupInfo> heard) {
    tell(other);
    GroupInfo told =
        other.info == null ? StoredGroup.emptyInfo(GROUP, CREATED, now().epoch()) : other.info;
    heard.put(other.id, told);
    History merged = Intervals.merge(primary.held().history(), told.history());
    primary.info = primary.held().withHistory(merged);
    heard.put(primary.id, primary.held());
  }

  /** Whether somebody spoke up who was not asked. */
  private boolean hearStray(Node primary, SortedMap<OsdId, GroupInfo> heard) {
    for (Node other : nodes.values()) {
      boolean speaks = other.alive && other.info != null && known(other.id).up();
      if (speaks && !heard.containsKey(other.id) && (calm || random.nextBoolean())) {
        hear(primary, other, heard);
        return true;
      }
    }
    return false;
  }

  private void check(Node primary, Authority authority, SortedMap<OsdId, GroupInfo> heard) {
    List<Version> log = node(authority.osd()).log;
    for (Version version : acknowledged.keySet()) {
      if (!log.contains(version)) {
        throw new AssertionError(
            "%s takes the log of %s, which lacks %s; heard %s\n%s"
                .formatted(primary.id, authority.osd(), version, heard, String.join("\n", story)));
      }
    }
  }

  private boolean prove(Node primary) {
    OsdInfo self = known(primary.id);
    if (self.upThru() < primary.interval()) {
      if (!calm && random.oneIn(4)) {
        return false;
      }
      osds.put(primary.id, info(primary.id, true, self.upFrom(), now().epoch(), self.downAt()));
      long interval = primary.interval();
      publish("up_thru of " + primary.id);
      tell(primary);
      if (primary.interval() != interval) {
        return false;
      }
    }
    return calm || !random.oneIn(8);
  }

  private void activate(Node primary) {
    boolean starts = now().members().size() >= now().pool().minSize();
    if (starts) {
      primary.info = primary.held().startedIn(primary.interval());
    }
    SortedSet<OsdId> others = now().others(primary.id);
    for (OsdId osd : others) {
      Node other = node(osd);
      if (!other.alive || (!calm && random.oneIn(8))) {
        return;
      }
      tell(other);
      GroupInfo before = other.held();
      boolean reached = before.lastUpdate().compareTo(primary.held().logTail()) >= 0;
      other.log = new ArrayList<>(primary.log);
      History history = Intervals.merge(before.history(), primary.held().history());
      long started =
          starts
              ? Math.max(other.interval(), primary.held().lastEpochStarted())
              : before.lastEpochStarted();
      GroupInfo after = reached ? before : before.withBackfill(GroupInfo.NOTHING);
      other.info =
          withLog(after, other.log, primary.held().logTail())
              .withHistory(history)
              .startedIn(started);
      other.serves = other.interval();
    }
    primary.serves = primary.interval();
    primary.leads = true;
    if (starts) {
      primary.info = primary.held().withHistory(Intervals.started(primary.held().history()));
    }
    activations++;
    story.add(primary.id + " is active with " + others);
    share(primary, others);
  }

  private void share(Node primary, SortedSet<OsdId> others) {
    for (OsdId osd : others) {
      Node other = node(osd);
      if (other.isServing() && random.nextBoolean()) {
        other.info =
            other
                .held()
                .withHistory(Intervals.merge(other.held().history(), primary.held().history()));
      }
    }
  }

  // Serving

  /** The active primary, by whatever map it knows, writes, fills, trims or calls it clean. */
  private void lead(Node primary) {
    Membership membership = at(primary.told);
    SortedSet<OsdId> others = membership.others(primary.id);
    switch (random.nextInt(5)) {
      case 0 -> others.forEach(osd -> fill(node(osd)));
      case 1 -> trim(primary, others);
      case 2 -> declareClean(primary, membership, others);
      default -> write(primary, membership, others);
    }
  }

  private static void fill(Node other) {
    if (other.isServing()) {
      other.info = other.held().withBackfill(null);
    }
  }

  private void write(Node primary, Membership membership, SortedSet<OsdId> others) {
    long whole = 1 + others.stream().filter(osd -> isWhole(node(osd))).count();
    if (whole < membership.pool().minSize()) {
      return;
    }
    Version head = primary.log.isEmpty() ? Version.ZERO : primary.log.getLast();
    Version version = head.next(primary.told);
    append(primary, version);
    boolean everywhere = true;
    for (OsdId osd : others) {
      Node other = node(osd);
      boolean takes = other.isServing() && last(other).equals(head) && !random.oneIn(6);
      if (takes) {
        append(other, version);
      }
      everywhere &= takes;
    }
    if (everywhere) {
      acknowledged.put(version, primary.interval());
      story.add(version + " is acknowledged by " + primary.id);
    } else {
      // What follows would wait for this one: nothing more is acknowledged.
      primary.leads = false;
      story.add(version + " of " + primary.id + " is given up");
    }
  }

  private static Version last(Node node) {
    return node.log.isEmpty() ? Version.ZERO : node.log.getLast();
  }

  private static boolean isWhole(Node node) {
    return node.info != null && node.info.isWhole();
  }

  private static void append(Node node, Version version) {
    node.log.add(version);
    node.info = withLog(node.held(), node.log, node.held().logTail());
  }

  private void trim(Node primary, SortedSet<OsdId> others) {
    if (acknowledged.isEmpty()) {
      return;
    }
    Version to = List.copyOf(acknowledged.keySet()).get(random.nextInt(acknowledged.size()));
    if (!primary.log.contains(to) || !to.isAfter(primary.held().logTail())) {
      return;
    }
    primary.info = withLog(primary.held(), primary.log, to);
    for (OsdId osd : others) {
      Node other = node(osd);
      if (other.isServing() && other.log.contains(to)) {
        other.info = withLog(other.held(), other.log, to);
      }
    }
  }

  private void declareClean(Node primary, Membership membership, SortedSet<OsdId> others) {
    boolean large = membership.members().size() >= membership.pool().minSize();
    boolean whole =
        large && others.stream().allMatch(osd -> isWhole(node(osd)) && node(osd).isServing());
    if (!whole || !membership.mapping().acting().equals(membership.mapping().up())) {
      return;
    }
    History clean = Intervals.clean(primary.held().history());
    primary.info = primary.held().withHistory(clean);
    story.add(primary.id + " is clean");
    for (OsdId osd : others) {
      if (random.nextBoolean()) {
        node(osd).info = node(osd).held().withHistory(clean);
      }
    }
    for (Node stray : nodes.values()) {
      boolean needed = membership.members().contains(stray.id);
      if (stray.alive && !needed && stray.told == primary.told && random.nextBoolean()) {
        stray.info = null;
        stray.log = new ArrayList<>();
      }
    }
  }

  private static GroupInfo withLog(GroupInfo info, List<Version> log, Version tail) {
    Version head = log.isEmpty() ? Version.ZERO : log.getLast();
    Version bound = tail.isAfter(head) ? head : tail;
    return info.withLog(new GroupInfo.LogBounds(head, bound, head, info.log().rememberedSince()));
  }
}
