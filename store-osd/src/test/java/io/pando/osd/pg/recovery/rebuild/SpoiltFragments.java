package io.pando.osd.pg.recovery.rebuild;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Loses and damages fragments, and replaces them by older ones, which members know or not. */
final class SpoiltFragments {
  private final Random64 random;
  private final WrittenObjects written;
  private final boolean inBlocks;

  /** Fragments, by member and object, that are bad and not known to be, or became so. */
  private final SortedSet<String> spoilt = new TreeSet<>();

  /**
   * Spoils nothing yet.
   *
   * @param inBlocks whether single blocks of fragments are damaged
   */
  SpoiltFragments(Random64 random, WrittenObjects written, boolean inBlocks) {
    this.random = random;
    this.written = written;
    this.inBlocks = inBlocks;
  }

  /** Whether the fragment is bad, or was, and its member may not know. */
  boolean contains(RebuildSite site, ObjectId object) {
    return spoilt.contains(key(site, object));
  }

  private static String key(RebuildSite site, ObjectId object) {
    return site.id + " " + object.name();
  }

  /** What happened to some fragments before: it is known, or not. */
  void spoil(RebuildSite site) {
    for (ObjectId object : written.objects()) {
      boolean known = random.nextBoolean();
      if (inBlocks && random.nextBoolean() && site.harness.store.has(object)) {
        damageBlock(site, object);
        if (known) {
          site.harness.replica.noteMissing(object, written.newest(object));
        }
      } else if (!site.harness.replica.missing().containsKey(object) && random.oneIn(4)) {
        change(site, object);
        if (known) {
          site.harness.replica.noteMissing(object, written.newest(object));
        } else {
          spoilt.add(key(site, object));
        }
      }
    }
  }

  private void change(RebuildSite site, ObjectId object) {
    switch (random.nextInt(5)) {
      case 0 ->
          site.harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
      case 1 -> site.harness.store.damaged.add(object);
      case 2 -> putOther(site, object);
      case 3 ->
          site.harness.store.apply(
              List.of(
                  new StoreOp.Write(
                      GroupHarness.COLLECTION, object, 1 << 17, Payload.utf8("too long"))));
      default -> {
        // The disk could not read it for a while.
      }
    }
  }

  /** The fragment, or a block of it, cannot be read from now on. */
  void damage(RebuildSite site, ObjectId object) {
    if (inBlocks) {
      damageBlock(site, object);
    } else {
      site.harness.store.damaged.add(object);
      spoilt.add(key(site, object));
    }
  }

  private void damageBlock(RebuildSite site, ObjectId object) {
    int blocks = Math.ceilDiv(site.harness.store.object(object).size(), BLOCK_BYTES);
    if (blocks > 0) {
      site.harness.store.damage(object, random.nextInt(blocks));
      spoilt.add(key(site, object));
    }
  }

  /** Puts an older version in place of the fragment, or the same. */
  void putOther(RebuildSite site, ObjectId object) {
    List<Version> all = written.versions(object);
    site.harness.store.apply(site.steps(object, all.get(random.nextInt(all.size()))));
  }
}
