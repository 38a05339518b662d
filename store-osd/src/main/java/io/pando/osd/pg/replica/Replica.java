package io.pando.osd.pg.replica;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What this OSD holds of a group: info, log and the objects it misses, in memory and, by the same
 * step, in the store. All rooms of the group share it.
 *
 * <p>Invariants: the info's last update and tail are the log's; every missing object is newer than
 * nothing; what is missing lies within what a backfill has reached.
 */
public final class Replica {
  private final OsdId self;
  private final PgId group;
  private final GroupConfig config;
  private final Sink out;
  private final Journal journal;
  private final StoreReads reads;
  private final GroupLog log;
  private final TreeMap<ObjectId, Version> missing;
  private GroupInfo info;
  private Membership membership;
  private long nowNanos;

  /** A group as it was stored, or a new one. */
  public Replica(
      OsdId self, GroupConfig config, Membership membership, StoredGroup stored, Sink out) {
    this.self = self;
    this.group = membership.mapping().group();
    this.config = config;
    this.out = out;
    this.journal = new Journal(out);
    this.reads = new StoreReads(out);
    this.membership = membership;
    this.info = stored.info();
    this.log = new GroupLog(stored.info().logTail());
    this.missing = new TreeMap<>(stored.missing());
    stored.entries().forEach(log::append);
    this.info = withLog(info);
  }

  public OsdId self() {
    return self;
  }

  public PgId group() {
    return group;
  }

  public GroupConfig config() {
    return config;
  }

  public Journal journal() {
    return journal;
  }

  public StoreReads reads() {
    return reads;
  }

  public GroupLog log() {
    return log;
  }

  public GroupInfo info() {
    return info;
  }

  public Membership membership() {
    return membership;
  }

  /** Epoch of the newest map. */
  public long epoch() {
    return membership.epoch();
  }

  /** First epoch of the interval; what was said before it is stale. */
  public long interval() {
    return info.history().sameIntervalSince();
  }

  public long nowNanos() {
    return nowNanos;
  }

  public void setNow(long nanos) {
    nowNanos = nanos;
  }

  public void emit(Effect effect) {
    out.emit(effect);
  }

  /** Objects that should be here, with the version they should have. */
  public SortedMap<ObjectId, Version> missing() {
    return Collections.unmodifiableSortedMap(missing);
  }

  /** Whether every object is here, as far as the log tells. */
  public boolean isWhole() {
    return info.backfilledTo() == null;
  }

  /** Whether a backfill has reached the object. */
  public static boolean covers(GroupInfo info, ObjectId object) {
    return info.backfilledTo() == null || object.compareTo(info.backfilledTo()) <= 0;
  }

  /** A newer map; the interval goes on unless the history says otherwise. */
  public void enter(Membership next, GroupInfo.History history) {
    membership = next;
    if (!history.equals(info.history())) {
      boolean newInterval = history.sameIntervalSince() != interval();
      setHistory(history);
      if (newInterval) {
        reads.forgetAll();
      }
    }
  }

  /** Makes the collection. */
  public void create() {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.CreateCollection(collection()));
    ops.add(putInfo());
    journal.persist(ops, () -> {});
  }

  /** Removes the collection, and forgets the group once that is durable. */
  public void discard() {
    journal.persist(
        List.of(new StoreOp.RemoveCollection(collection())), () -> out.emit(new Effect.Forget()));
  }

  /** Takes another history. */
  public void setHistory(GroupInfo.History history) {
    update(before -> withHistory(before, history));
  }

  /** Changes the info, in the store too. */
  public void update(UnaryOperator<GroupInfo> change) {
    info = change.apply(info);
    journal.persist(List.of(putInfo()), () -> {});
  }

  /**
   * Takes an update.
   *
   * @param trimTo log entries up to here go
   */
  public void append(Update update, Version trimTo, Runnable durable) {
    LogEntry entry = update.entry();
    log.append(entry);
    List<StoreOp> ops = new ArrayList<>(update.ops());
    if (trimTo.isAfter(log.tail())) {
      Version to = trimTo.isAfter(log.head()) ? log.head() : trimTo;
      log.trim(to);
      ops.add(new StoreOp.RemoveMeta(collection(), MetaKeys.LOG, MetaKeys.behind(to)));
    }
    info = withLog(withTotals(info, update.objects(), update.bytes()));
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    if (log.contains(entry.version())) {
      meta.put(MetaKeys.log(entry.version()), GroupRecords.LOG_ENTRY.encode(entry));
    }
    meta.put(MetaKeys.INFO, GroupRecords.INFO.encode(info));
    ops.add(new StoreOp.PutMeta(collection(), meta));
    journal.persist(ops, durable);
  }

  /** An update to be taken. */
  public record Update(LogEntry entry, List<StoreOp.OnObject> ops, long objects, long bytes) {}

  /**
   * Makes the log the authoritative one, notes what is missing after that, and takes the totals.
   */
  public void merge(LogMerge merge, GroupInfo authority) {
    List<StoreOp> ops = new ArrayList<>();
    List<String> found = new ArrayList<>();
    merge.objects().forEach((object, version) -> settle(object, version, ops, found));
    boolean sameTail = merge.tail().equals(log.tail());
    log.replace(merge.tail(), merge.entries());
    info = withLog(completeTo(info, earlier(info.lastComplete(), merge.common())));
    info = withLog(withTotals(info, authority.objects(), authority.bytes()));
    ops.addAll(sameTail ? rewriteLogAfter(merge.common()) : rewriteLog());
    found.forEach(key -> ops.add(new StoreOp.RemoveMeta(collection(), key, key + "\0")));
    SortedMap<String, Payload> lacking = new TreeMap<>(Utf8Order.INSTANCE);
    for (ObjectId object : merge.objects().keySet()) {
      Version version = missing.get(object);
      if (version != null) {
        lacking.put(MetaKeys.missing(object), encode(version));
      }
    }
    if (!lacking.isEmpty()) {
      ops.add(new StoreOp.PutMeta(collection(), lacking));
    }
    journal.persist(ops, () -> {});
  }

  private void settle(ObjectId object, Version version, List<StoreOp> ops, List<String> found) {
    if (!covers(info, object)) {
      return;
    }
    if (version.equals(Version.ZERO)) {
      ops.add(new StoreOp.Remove(collection(), object));
      if (missing.remove(object) != null) {
        found.add(MetaKeys.missing(object));
      }
    } else {
      missing.put(object, version);
    }
  }

  /** Starts over with the authoritative log, to be filled object by object. */
  public void startOver(Version tail, List<LogEntry> entries, GroupInfo authority) {
    log.replace(tail, entries);
    missing.clear();
    info =
        withLog(
            withBackfill(
                withTotals(info, authority.objects(), authority.bytes()), GroupInfo.NOTHING));
    List<StoreOp> ops = new ArrayList<>(rewriteLog());
    ops.add(new StoreOp.RemoveMeta(collection(), MetaKeys.MISSING, MetaKeys.MISSING_END));
    journal.persist(ops, () -> {});
  }

  private List<StoreOp> rewriteLog() {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.RemoveMeta(collection(), MetaKeys.LOG, MetaKeys.LOG_END));
    ops.add(putLog(log.entries()));
    return ops;
  }

  private List<StoreOp> rewriteLogAfter(Version common) {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.RemoveMeta(collection(), MetaKeys.behind(common), MetaKeys.LOG_END));
    ops.add(putLog(log.after(common)));
    return ops;
  }

  private StoreOp putLog(Collection<LogEntry> entries) {
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    entries.forEach(e -> meta.put(MetaKeys.log(e.version()), GroupRecords.LOG_ENTRY.encode(e)));
    meta.put(MetaKeys.INFO, GroupRecords.INFO.encode(info));
    return new StoreOp.PutMeta(collection(), meta);
  }

  /** Notes that an object is not here as it should be: its bytes are damaged. */
  public void noteMissing(ObjectId object, Version version) {
    Invariant.check(version.isAfter(Version.ZERO), "an object without a version is missing");
    missing.put(object, version);
    info = withLog(info);
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    meta.put(MetaKeys.missing(object), encode(version));
    journal.persist(List.of(new StoreOp.PutMeta(collection(), meta)), () -> {});
  }

  /** Writes a part of a missing object; refused if there is no room. */
  public void writePart(List<StoreOp> ops, Runnable then, Runnable refused) {
    journal.persistIfRoom(ops, then, refused);
  }

  /** Writes the last part of an object, which is missing no more once that is durable. */
  public void writeLastPart(ObjectId object, List<StoreOp> ops, Runnable then, Runnable refused) {
    String key = MetaKeys.missing(object);
    List<StoreOp> all = new ArrayList<>(ops);
    all.add(new StoreOp.RemoveMeta(collection(), key, key + "\0"));
    journal.persistIfRoom(
        all,
        () -> {
          missing.remove(object);
          info = withLog(info);
          then.run();
        },
        refused);
  }

  /** A backfill has got so far; objects that the group does not have are removed. */
  public void noteBackfilled(GroupInfo moved, List<ObjectId> drop, Runnable then) {
    List<StoreOp> ops = new ArrayList<>();
    drop.forEach(object -> ops.add(new StoreOp.Remove(collection(), object)));
    info = moved;
    ops.add(putInfo());
    journal.persist(ops, then);
  }

  public CollectionId collection() {
    return CollectionId.of(group);
  }

  /** The attribute that holds the object's version. */
  public static Payload encode(ObjectInfo object) {
    return GroupRecords.OBJECT.encode(object);
  }

  private static Payload encode(Version version) {
    return GroupRecords.OBJECT.encode(new ObjectInfo(version, 0));
  }

  private StoreOp putInfo() {
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    meta.put(MetaKeys.INFO, GroupRecords.INFO.encode(info));
    return new StoreOp.PutMeta(collection(), meta);
  }

  private GroupInfo withLog(GroupInfo before) {
    return new GroupInfo(
        group,
        log.head(),
        log.tail(),
        missing.isEmpty() ? log.head() : earlier(before.lastComplete(), log.head()),
        before.lastEpochStarted(),
        before.backfilledTo(),
        before.history(),
        before.objects(),
        before.bytes());
  }

  private static GroupInfo completeTo(GroupInfo i, Version complete) {
    return new GroupInfo(
        i.group(),
        i.lastUpdate(),
        i.logTail(),
        complete,
        i.lastEpochStarted(),
        i.backfilledTo(),
        i.history(),
        i.objects(),
        i.bytes());
  }

  private static Version earlier(Version a, Version b) {
    return a.isAfter(b) ? b : a;
  }

  private static GroupInfo withTotals(GroupInfo i, long objects, long bytes) {
    return new GroupInfo(
        i.group(),
        i.lastUpdate(),
        i.logTail(),
        i.lastComplete(),
        i.lastEpochStarted(),
        i.backfilledTo(),
        i.history(),
        objects,
        bytes);
  }

  /** The info with another mark of a backfill. */
  public static GroupInfo withBackfill(GroupInfo i, @Nullable ObjectId to) {
    return new GroupInfo(
        i.group(),
        i.lastUpdate(),
        i.logTail(),
        i.lastComplete(),
        i.lastEpochStarted(),
        to,
        i.history(),
        i.objects(),
        i.bytes());
  }

  /** The info with another history. */
  public static GroupInfo withHistory(GroupInfo i, GroupInfo.History history) {
    return new GroupInfo(
        i.group(),
        i.lastUpdate(),
        i.logTail(),
        i.lastComplete(),
        i.lastEpochStarted(),
        i.backfilledTo(),
        history,
        i.objects(),
        i.bytes());
  }

  /** The info of a replica that was activated in the interval that begins at this epoch. */
  public static GroupInfo startedIn(GroupInfo i, long interval) {
    return new GroupInfo(
        i.group(),
        i.lastUpdate(),
        i.logTail(),
        i.lastComplete(),
        interval,
        i.backfilledTo(),
        i.history(),
        i.objects(),
        i.bytes());
  }

  /** Cheap truths. */
  public void invariants() {
    Invariant.check(info.lastUpdate().equals(log.head()), "info and log differ in the head");
    Invariant.check(info.logTail().equals(log.tail()), "info and log differ in the tail");
  }
}
