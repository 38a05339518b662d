package io.pando.sim.audit;

import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.ErasureCode;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.sim.SimCluster;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks that the fragments of a group's objects belong together: all members have every object in
 * one version and with equal attributes, each fragment has its exact length, and whichever
 * fragments are left, those that decode give the same bytes.
 */
final class FragmentAudit {
  /** With more choices of fragments a part of them is tried. */
  private static final int MOST_CHOICES = 24;

  private final SimCluster cluster;
  private final Fragments fragments;
  private final List<String> differences = new ArrayList<>();

  FragmentAudit(SimCluster cluster, PoolCode code) {
    this.cluster = cluster;
    this.fragments =
        new Fragments(
            LinearCode.of(code.parameters(), new PlainKernel()),
            new StripeLayout(code.parameters().k(), code.stripeUnit()));
  }

  /** Differences between the fragments of a group. */
  List<String> differences(PgId group, SortedMap<MemberId, StoredCopy> copies) {
    if (copies.size() != fragments.code().positions()) {
      differences.add(group + " has only the members " + copies.keySet());
    }
    SortedSet<ObjectId> objects = new TreeSet<>();
    copies.values().forEach(copy -> objects.addAll(copy.objects().keySet()));
    for (ObjectId object : objects) {
      SortedMap<MemberId, ObjectView> views = new TreeMap<>();
      for (Map.Entry<MemberId, StoredCopy> one : copies.entrySet()) {
        ReadOutcome outcome = one.getValue().objects().get(object);
        if (outcome instanceof ReadOutcome.Found found) {
          views.put(one.getKey(), found.view());
        } else if (!(outcome instanceof ReadOutcome.Damaged) || !cluster.disks().isSpoilt()) {
          differences.add(
              "%s %s is on %s %s"
                  .formatted(group, object, one.getKey(), outcome == null ? "absent" : outcome));
        }
      }
      compare(group + " " + object, views);
    }
    return differences;
  }

  private void compare(String what, SortedMap<MemberId, ObjectView> views) {
    SortedMap<String, List<MemberId>> attributes = new TreeMap<>();
    views.forEach((member, view) ->
        attributes.computeIfAbsent(text(view.attributes()), _ -> new ArrayList<>()).add(member));
    if (attributes.size() > 1) {
      differences.add(what + " has different attributes: " + attributes);
      return;
    }
    Payload stamp = views.isEmpty() ? null : first(views).attributes().get(ObjectInfo.ATTRIBUTE);
    if (stamp == null) {
      return;
    }
    long size = GroupRecords.OBJECT.decode(stamp).objectBytes();
    Positions present = Positions.NONE;
    byte[][] rows = new byte[fragments.code().positions()][];
    int length = (int) fragments.layout().parityBytes(size);
    for (Map.Entry<MemberId, ObjectView> one : views.entrySet()) {
      int position = one.getKey().position();
      long expected = fragments.fragmentBytes(position, size);
      if (one.getValue().size() != expected) {
        differences.add(
            "%s of %d bytes has on %s %d bytes instead of %d"
                .formatted(what, size, one.getKey(), one.getValue().size(), expected));
        return;
      }
      present = present.with(position);
      rows[position] = Arrays.copyOf(bytes(one.getValue()), length);
    }
    decode(what, present, rows, length);
  }

  private static ObjectView first(SortedMap<MemberId, ObjectView> views) {
    return views.sequencedValues().getFirst();
  }

  private static String text(SortedMap<String, Payload> attributes) {
    StringBuilder text = new StringBuilder();
    attributes.forEach((name, value) ->
        text.append(name)
            .append('=')
            .append(
                name.equals(ObjectInfo.ATTRIBUTE)
                    ? GroupRecords.OBJECT.decode(value)
                    : Arrays.toString(value.toByteArray()))
            .append(' '));
    return text.toString();
  }

  private static byte[] bytes(ObjectView view) {
    return view.data().getFirst().toByteArray();
  }

  /** Computes the other fragments from each choice of just enough of them. */
  private void decode(String what, Positions present, byte[][] rows, int length) {
    if (length == 0) {
      return;
    }
    int tried = 0;
    for (Positions alive : choices(present)) {
      Positions others = present.minus(alive);
      if (fragments.code().plan(others, alive) instanceof ReadPlan.Decodable plan) {
        check(what, plan.transform(), rows, length);
        tried++;
      }
      if (tried == MOST_CHOICES) {
        return;
      }
    }
  }

  /** Sets of positions that decode, without one that decodes without the last one. */
  private List<Positions> choices(Positions present) {
    ErasureCode code = fragments.code();
    int k = code.dataPositions().size();
    List<Positions> choices = new ArrayList<>();
    if (present.containsAll(code.dataPositions())) {
      choices.add(code.dataPositions());
    }
    int all = 1 << code.positions();
    // An odd step visits every set, in an order in which neighbours have little in common.
    int step = all / 3 | 1;
    int bits = 0;
    for (int i = 0; i < all && choices.size() < MOST_CHOICES; i++) {
      bits = (bits + step) & (all - 1);
      Positions some = new Positions(bits);
      if (some.size() == k && present.containsAll(some) && code.decodes(some)) {
        choices.add(some);
      }
    }
    return choices;
  }

  private void check(String what, FragmentTransform transform, byte[][] rows, int length) {
    byte[][] from = pick(transform.from(), rows);
    byte[][] to = new byte[transform.to().size()][length];
    if (to.length == 0) {
      return;
    }
    transform.coder().overwrite(ByteRows.of(from), ByteRows.of(to), length);
    transform
        .to()
        .forEach(position -> {
          int at = Arrays.mismatch(to[transform.to().indexOf(position)], rows[position]);
          if (at >= 0) {
            differences.add(
                "%s: positions %s do not give the fragment at position %d, from byte %d of %d on"
                    .formatted(what, transform.from(), position, at, length));
          }
        });
  }

  private static byte[][] pick(Positions positions, byte[][] rows) {
    return positions.stream().mapToObj(position -> rows[position]).toArray(byte[][]::new);
  }
}
