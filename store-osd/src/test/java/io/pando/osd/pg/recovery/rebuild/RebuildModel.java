package io.pando.osd.pg.recovery.rebuild;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.code.CodeParameters;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.fragment.FragmentSources;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.CopyListener;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A primary that rebuilds fragments of some objects. Members missed updates, lost fragments, or
 * have bad ones, which is known or not; strays have fragments that may be old. Messages come late
 * or are lost with their stream, fragments become unreadable while others are rebuilt, stores have
 * no room. Beside it stand all versions of all objects.
 */
final class RebuildModel {
  private static final int SMALL_UNIT = 64;

  private static final MemberId PRIMARY = new MemberId(new OsdId(0), 0);

  private final Random64 random;

  /** Stores check bytes in blocks. With smaller units more rows and stripes are reached. */
  private final boolean inBlocks;

  private final GroupConfig config;
  private final PoolCode code;
  private final Fragments fragments;
  private final SortedMap<MemberId, RebuildSite> sites = new TreeMap<>();
  private final RebuildSite primary;
  private final Locations locations;
  private final Copies copies = new Copies();
  private final FragmentReads reads;
  private final Rebuilding rebuilding;
  private final WrittenObjects written;

  private final SpoiltFragments spoilt;
  private final SentMessages sentMessages;

  /** The objects whose fragments are all as they should be, as was reported. */
  final SortedSet<ObjectId> delivered = new TreeSet<>();

  /** The objects of which too few fragments are left, as was reported. */
  final SortedSet<ObjectId> unfound = new TreeSet<>();

  /** The objects for which some member had no room. */
  final SortedSet<ObjectId> refused = new TreeSet<>();

  private boolean hadRoom = true;

  /** The objects of which too few fragments were whole in the beginning. */
  private final SortedSet<ObjectId> fewWhole = new TreeSet<>();

  RebuildModel(long seed, CodeParameters parameters) {
    random = new Random64(seed);
    inBlocks = random.oneIn(3);
    config = RecoveryModel.config(false, inBlocks ? 16 * BLOCK_BYTES : BLOCK_BYTES);
    code = new PoolCode(parameters, inBlocks ? BLOCK_BYTES : SMALL_UNIT);
    fragments = RebuildSite.fragments(code, config);
    written = new WrittenObjects(random, fragments, inBlocks ? 9 : 40);
    spoilt = new SpoiltFragments(random, written, inBlocks);
    for (int position = 0; position < code.positions(); position++) {
      MemberId id = new MemberId(new OsdId(position), position);
      sites.put(id, newSite(id));
    }
    primary = site(PRIMARY);
    sentMessages = new SentMessages(written, fragments, config.recovery().pieceBytes());
    locations = new Locations(primary.harness.replica);
    reads =
        new FragmentReads(
            primary.harness.replica,
            fragments,
            new PrimaryReplication(primary.harness.replica, new DurableHeads()),
            new NoReads());
    rebuilding =
        new Rebuilding(
            new RebuildContext(primary.harness.replica, fragments, reads, locations, copies),
            new Results(),
            new ReplicaReturns(_ -> {}));
    int all = updates().size();
    sites.values().forEach(site -> site.follow(random.oneIn(3) ? random.nextInt(all) : all));
    sites.values().forEach(spoilt::spoil);
    addStrays();
    sites.values().forEach(site -> site.harness.settle());
    sites.values().forEach(site -> site.harness.effects());
    introduce();
  }

  // Versions and members

  private RebuildSite newSite(MemberId id) {
    return new RebuildSite(id, code, config, written);
  }

  private List<WrittenObjects.Update> updates() {
    return written.updates();
  }

  private void addStrays() {
    for (int osd = code.positions(); osd < 8; osd++) {
      RebuildSite stray = newSite(new MemberId(new OsdId(osd), random.nextInt(code.positions())));
      if (random.nextBoolean()) {
        stray.follow(random.nextInt(updates().size() + 1));
        written
            .objects()
            .forEach(object -> {
              if (random.nextBoolean()) {
                spoilt.putOther(stray, object);
              }
            });
        sites.put(stray.id, stray);
        locations.addStray(stray.id);
      }
    }
  }

  private void introduce() {
    sites.forEach((id, site) -> {
      if (id.osd().value() == id.position() && site != primary) {
        locations.addPeer(
            id, site.harness.replica.info(), new TreeMap<>(site.harness.replica.missing()));
      }
    });
    List<ObjectCopy> here = new ArrayList<>();
    List<ObjectCopy> elsewhere = new ArrayList<>();
    CopyBatch batch = new CopyBatch(1);
    for (ObjectId object : written.objects()) {
      if (locations.isMissingSomewhere(object)) {
        ObjectCopy copy = new ObjectCopy(object, written.newest(object), batch);
        copies.add(copy);
        sites.values().stream()
            .filter(site -> site.isHere(object))
            .forEach(site -> site.before.add(object));
        if (!decodesFrom(object, site -> site.has(object))) {
          fewWhole.add(object);
        }
        (locations.isMissingHere(object) ? here : elsewhere).add(copy);
      }
    }
    rebuilding.startHere(here);
    rebuilding.startOthers(elsewhere);
    collect();
  }

  /** Whether the fragments that members lack can be computed from those of some sites. */
  private boolean decodesFrom(ObjectId object, Predicate<RebuildSite> having) {
    SortedSet<MemberId> lacking = locations.lacking(object);
    if (locations.isMissingHere(object)) {
      lacking.add(PRIMARY);
    }
    List<MemberId> sources = new ArrayList<>();
    for (RebuildSite site : sites.values()) {
      if (having.test(site)) {
        sources.add(site.id);
        lacking.remove(site.id);
      }
    }
    return fragments.code().plan(Fragments.positions(lacking), Fragments.positions(sources), _ -> 1)
        instanceof ReadPlan.Decodable;
  }

  /** Number of objects that were rebuilt though too few fragments were whole. */
  int mended() {
    SortedSet<ObjectId> mended = new TreeSet<>(fewWhole);
    mended.retainAll(delivered);
    return mended.size();
  }

  /** What the primary sent. */
  SentMessages sentMessages() {
    return sentMessages;
  }

  /** Only recovery reads here. */
  private static final class NoReads implements FragmentSources {
    @Override
    public SortedSet<MemberId> holders(ObjectId object) {
      throw new AssertionError(object);
    }

    @Override
    public void onBad(MemberId member, ObjectId object, Version version, String what) {
      throw new AssertionError(object);
    }
  }

  // Results

  private final class Results implements CopyListener {
    @Override
    public void onFetched(List<Fetched> fetched) {
      throw new AssertionError(fetched);
    }

    @Override
    public void onHere(ObjectCopy copy) {
      assertThat(locations.isMissingHere(copy.object)).isFalse();
    }

    @Override
    public void onStoredHere() {}

    @Override
    public void onDelivered(ObjectCopy copy) {
      end(copy);
      delivered.add(copy.object);
      if (copy.refused) {
        assertThat(hadRoom).as("%s fits everywhere", copy.object).isFalse();
        refused.add(copy.object);
      } else {
        assertThat(locations.isMissingSomewhere(copy.object)).isFalse();
      }
    }

    /** Some rows that can be read do not make the lost ones, whichever member has them. */
    @Override
    public void onUnfound(ObjectCopy copy) {
      end(copy);
      ObjectId object = copy.object;
      unfound.add(object);
      for (MemberId member : locations.lacking(object)) {
        if (hadRoom && site(member).hasDamaged(object)) {
          assertThat(copy.damagedBytes).as("damaged on %s", member).isNotNull();
        }
      }
      long rows = written.version(written.newest(object)).rows();
      boolean everyBlock = true;
      for (long block = 0; block * BLOCK_BYTES < Math.max(1, rows); block++) {
        long at = block;
        everyBlock &= decodesFrom(object, site -> hasBlock(site, object, at));
      }
      assertThat(everyBlock).as("all of %s can be rebuilt", object).isFalse();
    }

    @Override
    public void onNoRoom(ObjectCopy copy) {
      end(copy);
      refused.add(copy.object);
    }

    @Override
    public void onBadOnPrimary(ObjectCopy copy, String what) {
      throw new AssertionError(what);
    }

    @Override
    public void onNotStarted(ObjectCopy copy) {
      throw new AssertionError(copy);
    }

    private void end(ObjectCopy copy) {
      assertThat(copies.goesOn(copy)).as("%s has not ended", copy.object).isTrue();
      copies.remove(copy);
    }
  }

  // Steps

  void step() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> deliver(anySite());
      case 3, 4, 5 -> store(random.oneIn(3) ? primary : anySite());
      case 6 -> store(primary);
      default -> rare();
    }
    collect();
  }

  private RebuildSite anySite() {
    List<RebuildSite> all = List.copyOf(sites.values());
    return all.get(random.nextInt(all.size()));
  }

  private void store(RebuildSite site) {
    if (site.harness.reads() > 0 && random.nextBoolean()) {
      site.harness.answer();
    } else if (site.harness.submitted() > 0) {
      site.harness.report();
    }
  }

  private void deliver(RebuildSite site) {
    Message next = random.nextBoolean() ? site.there.poll() : null;
    if (next != null) {
      site.hear(next);
      return;
    }
    switch (site.back.poll()) {
      case null -> {}
      case FragmentMessage.FragmentsRead it -> reads.onRead(site.id, it);
      case RecoveryMessage it -> rebuilding.onMessage(site.id, it);
      case Message it -> throw new AssertionError(it);
    }
  }

  private void rare() {
    RebuildSite site = anySite();
    switch (random.nextInt(30)) {
      case 0, 1, 2 -> {
        if (site != primary) {
          site.there.clear();
          site.back.clear();
          reads.onReset(site.id);
          rebuilding.onReset(site.id);
        }
      }
      case 3 -> {
        boolean room = random.nextBoolean();
        hadRoom &= room;
        site.harness.setRoom(room);
      }
      case 4 -> {
        ObjectId object =
            GroupHarness.object(
                WrittenObjects.NAMES.get(random.nextInt(WrittenObjects.NAMES.size())));
        if (site.harness.store.has(object)) {
          spoilt.damage(site, object);
        }
      }
      default -> {}
    }
  }

  private void collect() {
    for (Effect effect : primary.harness.effects()) {
      if (effect instanceof Effect.Send(MemberId to, Message message)) {
        sentMessages.check(to, message);
        site(to).there.add(message);
      }
    }
    for (RebuildSite site : sites.values()) {
      if (site != primary) {
        for (Effect effect : site.harness.effects()) {
          if (effect instanceof Effect.Answer answer) {
            site.back.add(answer.message());
          }
        }
      }
    }
    rebuilding.thoroughInvariants();
  }

  /**
   * Whether the newest version is there, and this block of it can be read. What a member has
   * received meanwhile may be complete while it is not known to be.
   */
  private boolean hasBlock(RebuildSite site, ObjectId object, long block) {
    return site.isHere(object)
        && !site.harness.store.isDamaged(object, block)
        && (site.before.contains(object) || !locations.lacking(object).contains(site.id));
  }

  private RebuildSite site(MemberId id) {
    RebuildSite site = sites.get(id);
    if (site == null) {
      throw new AssertionError("no " + id);
    }
    return site;
  }

  /** Nothing is lost or broken any more, and all that is under way arrives. */
  void finish() {
    sites.values().forEach(site -> site.harness.setRoom(true));
    for (int i = 0; i < 20_000 && copies.size() > 0; i++) {
      primary.harness.settle();
      for (RebuildSite site : sites.values()) {
        site.harness.settle();
        deliver(site);
      }
      collect();
    }
    assertThat(copies.all()).isEmpty();
    rebuilding.thoroughInvariants();
    for (ObjectId object : delivered) {
      for (RebuildSite site : sites.values()) {
        if (!refused.contains(object) && locations.having(object).contains(site.id)) {
          checkFragment(site, object);
        }
      }
    }
  }

  /**
   * A member that counts as having the fragment has the right bytes of it, unless it was spoilt and
   * nothing has read it since: only then the member may count it as missing.
   */
  private void checkFragment(RebuildSite site, ObjectId object) {
    if (spoilt.contains(site, object) && !site.has(object)) {
      return;
    }
    assertThat(site.has(object)).as("%s on %s", object, site.id).isTrue();
    assertThat(site.harness.replica.missing()).doesNotContainKey(object);
    Payload bytes =
        site.harness.store.object(object).view(RebuildSite.WHOLE, SMALL_UNIT).data().getFirst();
    assertThat(bytes.toByteArray())
        .as("%s on %s", object, site.id)
        .isEqualTo(written.version(written.newest(object)).fragment(site.id.position()));
  }
}
