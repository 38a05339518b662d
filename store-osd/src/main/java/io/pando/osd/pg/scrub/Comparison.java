package io.pando.osd.pg.scrub;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.Item;
import io.pando.message.ScrubMessage.Items;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
   * Objects that are not equal on all members.
   *
   * @param upTo last object to consider; null for no limit
   */
  static List<ObjectId> suspects(SortedMap<MemberId, Items> pages, @Nullable ObjectId upTo) {
    SortedMap<ObjectId, Map<MemberId, Item>> byObject = new TreeMap<>();
    pages.forEach((member, page) -> {
      for (Item item : page.items()) {
        if (upTo == null || item.object().compareTo(upTo) <= 0) {
          byObject.computeIfAbsent(item.object(), _ -> new LinkedHashMap<>()).put(member, item);
        }
      }
    });
    List<ObjectId> suspects = new ArrayList<>();
    byObject.forEach((object, items) -> {
      boolean alike =
          items.size() == pages.size()
              && items.values().stream().distinct().count() == 1
              && items.values().stream().noneMatch(Item::damaged);
      if (!alike) {
        suspects.add(object);
      }
    });
    return suspects;
  }
}
