package io.pando.osd.pg.scrub;

import io.pando.erasure.digest.FragmentDigest;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.Item;
import io.pando.message.ScrubMessage.Items;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares the results of all members for a part of the group. Pure. */
final class Comparison {
  private Comparison() {}

  /** Whether all members have the same objects and can read all of them. */
  static boolean isEqual(Collection<Checked> checked) {
    return checked.stream().map(Checked::items).distinct().count() == 1
        && checked.stream().allMatch(it -> it.damaged() == 0);
  }

  /**
   * The last object up to which all members have listed their items; null if all lists are
   * complete.
   */
  static @Nullable ObjectId toldByAll(Collection<Items> pages) {
    ObjectId least = null;
    for (Items page : pages) {
      if (page.more()) {
        ObjectId last = page.items().getLast().object();
        least = least == null || last.compareTo(least) < 0 ? last : least;
      }
    }
    return least;
  }

  /**
   * Objects that are not equal on all members, or whose fragments do not fit together.
   *
   * @param upTo last object to consider; null for no limit
   */
  static List<ObjectId> suspects(
      SortedMap<MemberId, Items> pages, @Nullable ObjectId upTo, CopyJudge judge) {
    SortedMap<ObjectId, SortedMap<MemberId, Item>> byObject = new TreeMap<>();
    pages.forEach((member, page) -> {
      for (Item item : page.items()) {
        if (upTo == null || item.object().compareTo(upTo) <= 0) {
          byObject.computeIfAbsent(item.object(), _ -> new TreeMap<>()).put(member, item);
        }
      }
    });
    List<ObjectId> suspects = new ArrayList<>();
    byObject.forEach((object, items) -> {
      boolean alike =
          items.size() == pages.size()
              && items.values().stream().map(Comparison::alike).distinct().count() == 1
              && items.values().stream().noneMatch(Item::damaged);
      if (!alike || !judge.fit(fragments(items))) {
        suspects.add(object);
      }
    });
    return suspects;
  }

  /** What all members have alike. */
  private static Item alike(Item item) {
    return item.fragment() == null
        ? item
        : new Item(item.object(), item.version(), item.content(), item.damaged());
  }

  private static SortedMap<MemberId, FragmentDigest> fragments(SortedMap<MemberId, Item> items) {
    SortedMap<MemberId, FragmentDigest> digests = new TreeMap<>();
    items.forEach((member, item) -> {
      if (item.fragment() != null) {
        digests.put(member, item.fragment());
      }
    });
    return digests;
  }

  /** The totals of the fragments that all members have. */
  static SortedMap<MemberId, FragmentDigest> totals(SortedMap<MemberId, Checked> checked) {
    SortedMap<MemberId, FragmentDigest> totals = new TreeMap<>();
    checked.forEach((member, its) -> {
      if (its.fragments() != null) {
        totals.put(member, its.fragments());
      }
    });
    return totals;
  }
}
