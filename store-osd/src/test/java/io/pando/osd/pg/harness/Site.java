package io.pando.osd.pg.harness;

import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import io.pando.store.CommitOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The group on one OSD of a {@link GroupCluster}, with its store and its share of slots. */
public final class Site {
  private final GroupCluster cluster;
  private final OsdId id;
  private final GroupConfig config;
  private final Leases leases;
  private final PlayedStore played = new PlayedStore();
  private final Deque<Input> inputs = new ArrayDeque<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<ObjectMessage.Reply> replies = new ArrayList<>();
  private final List<Peer> released = new ArrayList<>();
  private final SortedMap<Slot, Long> slots = new TreeMap<>();
  private final List<Input.SlotGranted> withheld = new ArrayList<>();
  private @Nullable PlacementGroup group;
  private boolean givesSlots = true;
  private boolean forgotten;
  private int turns;
  private long told;
  private long allocated;

  Site(GroupCluster cluster, OsdId id, GroupConfig config, Leases leases) {
    this.cluster = cluster;
    this.id = id;
    this.config = config;
    this.leases = leases;
  }

  /** Which OSD it is. */
  public OsdId id() {
    return id;
  }

  /** The running group. */
  public PlacementGroup group() {
    PlacementGroup running = group;
    if (running == null) {
      throw new AssertionError(id + " does not run");
    }
    return running;
  }

  /** Whether its process runs. */
  public boolean runs() {
    return group != null;
  }

  /** What it has on its disk. */
  public PlainStore store() {
    return played.store;
  }

  /** Puts an object on its disk, of which the group does not know. */
  public void put(String name, Version version, String bytes) {
    store().apply(GroupHarness.steps(GroupHarness.object(name), version, bytes));
  }

  /** The first life of it, or another one with what is in the store. */
  void start(Membership membership, StoredGroup stored) {
    PlacementGroup fresh =
        new PlacementGroup(
            new GroupContext(id, config, new LogBudget(1 << 30), leases),
            cluster.member(id),
            membership,
            stored);
    group = fresh;
    if (store().meta("", null).isEmpty()) {
      fresh.create(cluster.nowNanos(), this::emit);
    }
  }

  /** The process is gone; all that was submitted is durable. */
  void stop() {
    group = null;
    forgotten = false;
    inputs.clear();
    slots.clear();
    withheld.clear();
    turns = 0;
    played.forget();
  }

  /** Something happens to it as soon as it is its turn. */
  public void give(Input input) {
    inputs.add(input);
  }

  /** Takes one input, or hears of one thing that the store has done; false if there is none. */
  boolean step() {
    PlacementGroup running = group;
    if (running == null) {
      return false;
    }
    Input next = inputs.isEmpty() ? played.next() : inputs.removeFirst();
    if (next == null) {
      return false;
    }
    if (next instanceof Input.MapAdvanced advanced) {
      told = advanced.map().epoch();
    }
    long before = AllocatedBytes.ofThread();
    running.step(cluster.nowNanos(), next, this::emit);
    allocated += AllocatedBytes.ofThread() - before;
    if (forgotten) {
      stop();
    }
    return true;
  }

  /** Takes an input aside, some time from now; nothing is carried out of what it wants. */
  public List<Effect> stepAside(long laterNanos, Input input) {
    List<Effect> wanted = new ArrayList<>();
    group().step(cluster.nowNanos() + laterNanos, input, wanted::add);
    return wanted;
  }

  /** The same now, and what it submits is durable at once. */
  public List<Effect> driveAside(Input input) {
    List<Effect> wanted = stepAside(0, input);
    for (int i = 0; i < wanted.size(); i++) {
      if (wanted.get(i) instanceof Effect.Persist) {
        wanted.addAll(stepAside(0, new Input.Persisted(new CommitOutcome.Committed())));
      }
    }
    return wanted;
  }

  private void emit(Effect effect) {
    long before = AllocatedBytes.ofThread();
    if (!played.does(effect)) {
      carryOut(effect);
    }
    allocated -= AllocatedBytes.ofThread() - before;
  }

  private void carryOut(Effect effect) {
    switch (effect) {
      case Effect.Send it -> cluster.send(id, it.to().osd(), it.message());
      case Effect.Answer it when it.message() instanceof ObjectMessage.Released ->
          released.add(it.to());
      case Effect.Answer it -> cluster.answer(id, it.to(), it.message());
      case Effect.Reply it -> replies.add(it.reply());
      case Effect.AskSlot it -> askSlot(it);
      case Effect.EndSlot it -> {
        slots.remove(it.slot());
        withheld.removeIf(grant -> grant.slot() == it.slot());
      }
      case Effect.AskTurn it -> {
        turns++;
        give(new Input.TurnGiven(it.token()));
      }
      case Effect.EndTurn _ -> turns--;
      case Effect.EndTurns _ -> turns = 0;
      case Effect.Forget _ -> forgotten = true;
      case Effect.OverrideActing it -> cluster.onOverride(it.acting());
      case Effect.RaiseUpThru it -> cluster.onUpThru(id, it.epoch());
      default -> effects.add(effect);
    }
  }

  private void askSlot(Effect.AskSlot it) {
    Input.SlotGranted grant = new Input.SlotGranted(it.slot(), it.token());
    if (!givesSlots) {
      withheld.add(grant);
    } else if (!Long.valueOf(it.token()).equals(slots.put(it.slot(), it.token()))) {
      give(grant);
    }
  }

  /** Whether slots are granted when they are asked for. */
  public void setSlots(boolean given) {
    givesSlots = given;
    if (given) {
      withheld.forEach(grant -> slots.put(grant.slot(), grant.token()));
      withheld.forEach(this::give);
      withheld.clear();
    }
  }

  /** Bytes that the group allocated in its steps, apart from what this harness did with effects. */
  public long allocatedBytes() {
    return allocated;
  }

  /** Epoch of the newest map that it knows. */
  long told() {
    return told;
  }

  /** Slots that it has. */
  public SortedMap<Slot, Long> slots() {
    return Collections.unmodifiableSortedMap(slots);
  }

  /** Turns that it was given and has not ended. */
  public int turns() {
    return turns;
  }

  /** What clients were told since this was asked last. */
  public List<ObjectMessage.Reply> replies() {
    List<ObjectMessage.Reply> taken = List.copyOf(replies);
    replies.clear();
    return taken;
  }

  /** Clients that were told that it serves again, since this was asked last. */
  public List<Peer> released() {
    List<Peer> taken = List.copyOf(released);
    released.clear();
    return taken;
  }

  /** Reports and counts of a kind since this was asked last; all others are dropped. */
  public <T extends Effect> List<T> effects(Class<T> kind) {
    List<T> taken = effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    effects.clear();
    return taken;
  }
}
