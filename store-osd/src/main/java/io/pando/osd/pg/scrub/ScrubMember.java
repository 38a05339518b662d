package io.pando.osd.pg.scrub;

import io.pando.erasure.digest.DigestTotal;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.ContentDigest;
import io.pando.merkle.Digest;
import io.pando.merkle.ItemHash;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Check;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.CompareTree;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.Examine;
import io.pando.message.ScrubMessage.Examined;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Item;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ListItems;
import io.pando.message.ScrubMessage.Mended;
import io.pando.message.ScrubMessage.Recorded;
import io.pando.message.ScrubMessage.Repair;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.ScrubTask;
import io.pando.message.ScrubMessage.Sound;
import io.pando.message.ScrubMessage.TellRecords;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.scrub.copy.CopyReader;
import io.pando.osd.pg.scrub.copy.PartCheck;
import io.pando.osd.pg.scrub.copy.ScrubTurns;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of each member of a group in a scrub, the primary included: one task at a time. The
 * result of a check is kept until the next one, so that objects need not be listed again.
 */
final class ScrubMember {
  private static final Limit MOST_ITEMS = Limit.of("scrub: items in one answer", 1, 1_000);

  private final Replica replica;
  private final ScrubMemory memory;
  private final ScrubTurns turns;
  private final CopyReader reader;
  private final ItemHash hash;
  private @Nullable PartCheck part;
  private List<Item> items = List.of();

  ScrubMember(Replica replica, ScrubMemory memory) {
    this.replica = replica;
    this.memory = memory;
    this.turns = new ScrubTurns(replica);
    this.reader = new CopyReader(replica, turns);
    this.hash = new ItemHash(replica.membership().pool().treeKey());
  }

  /** The interval has ended: returns the turn. */
  void onIntervalEnded() {
    turns.onIntervalEnded();
  }

  void onTurn(long token) {
    turns.onGiven(token);
  }

  /** Carries out a task; the previous one must be complete. */
  void carryOut(ScrubTask task, Consumer<ScrubResult> then) {
    switch (task) {
      case Check check -> check(check, then);
      case ListItems tell -> then.accept(itemsBehind(tell.after()));
      case Examine examine -> examine(examine.objects(), then);
      case TellRecords tell ->
          RecordQuery.ask(replica, tell.objects(), told -> then.accept(new Recorded(told)));
      case Repair mend -> mend(mend.objects(), then);
      case CompareTree compare -> then.accept(TreeSession.answer(replica, compare));
    }
  }

  private void check(Check check, Consumer<ScrubResult> then) {
    turns.take(() -> {
      PartCheck begun =
          new PartCheck(
              replica, check.positions(), memory.suspect, () -> onListed(check.deep(), then));
      part = begun;
      begun.begin();
    });
  }

  private void onListed(boolean deep, Consumer<ScrubResult> then) {
    turns.end();
    List<Item> listed = part == null ? List.of() : part.items();
    memory.suspect = part == null ? null : part.suspect();
    if (!deep) {
      onLooked(listed, then);
      return;
    }
    List<Item> read = new ArrayList<>();
    reader.read(
        listed.stream().map(Item::object).toList(),
        (object, state) -> {
          Item item = item(object, state);
          if (item != null) {
            read.add(item);
          }
        },
        () -> onLooked(read, then));
  }

  private @Nullable Item item(ObjectId object, CopyState state) {
    return switch (state) {
      case Absent _ -> null;
      case Sound sound ->
          new Item(object, sound.version(), content(sound.content()), false, sound.fragment());
      case Damaged broken -> new Item(object, broken.version(), 0, true);
    };
  }

  private long content(ContentDigest content) {
    return hash.of(content);
  }

  private void onLooked(List<Item> looked, Consumer<ScrubResult> then) {
    items = List.copyOf(looked);
    Digest all = Digest.EMPTY;
    DigestTotal fragments = null;
    int damaged = 0;
    for (Item item : items) {
      long digest = hash.of(item.object(), item.version(), item.content());
      all = all.plus(new Digest(digest, 1));
      if (item.fragment() != null) {
        fragments = fragments == null ? new DigestTotal() : fragments;
        fragments.add(digest, item.fragment());
      }
      damaged += item.damaged() ? 1 : 0;
    }
    then.accept(
        new Checked(
            all,
            damaged,
            part == null ? 0 : part.wrongLeaves(),
            fragments == null ? null : fragments.digest()));
  }

  private Items itemsBehind(@Nullable ObjectId after) {
    List<Item> told = new ArrayList<>();
    for (Item item : items) {
      boolean behind = after == null || item.object().compareTo(after) > 0;
      if (behind && told.size() == MOST_ITEMS.value()) {
        Probe.reached("scrub: items are told in pages");
        return new Items(told, true);
      } else if (behind) {
        told.add(item);
      }
    }
    return new Items(told, false);
  }

  private void examine(List<ObjectId> objects, Consumer<ScrubResult> then) {
    List<ExaminedCopy> copies = new ArrayList<>();
    reader.read(
        objects,
        (object, state) -> {
          boolean vouched = part != null && part.vouchesFor(object);
          copies.add(new ExaminedCopy(object, vouched, state));
          if (state instanceof Damaged) {
            replica.emit(new Effect.CountDamaged());
          }
        },
        () -> then.accept(new Examined(copies)));
  }

  /**
   * Adds objects without a good copy here to the missing set, so that the primary recovers them,
   * and removes objects that should not exist. So is a fragment that is readable and wrong: nothing
   * that is here would tell it from a good one if too few others were left. The leaves of these
   * objects become unsure, since the tree may differ from the store.
   */
  private void mend(List<Bad> objects, Consumer<ScrubResult> then) {
    List<ObjectId> strange = new ArrayList<>();
    for (Bad bad : objects) {
      replica.tree().onUnknown(bad.object());
      if (bad.needed().equals(Version.ZERO)) {
        Probe.reached("scrub: an object is removed that should not be here");
        strange.add(bad.object());
      } else if (bad.wrong() && replica.redundancy().combines()) {
        Probe.reached("scrub: a wrong fragment is removed");
        replica.noteWrong(bad.object(), bad.needed());
        strange.add(bad.object());
      } else {
        replica.noteMissing(bad.object(), bad.needed());
      }
    }
    replica
        .treeWriter()
        .removeExtra(
            strange,
            replica
                .journal()
                .inInterval(
                    "scrub repair", objects.size() + " objects", () -> then.accept(new Mended())));
  }

  void invariants() {
    turns.invariants();
  }
}
