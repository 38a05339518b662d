package io.pando.osd.pg.read;

import io.pando.cluster.GroupTree;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects of a group page by page. Objects that the primary misses are listed too. A page
 * that depends on uncommitted updates is sent after they are committed.
 */
public final class Listings {
  /** Maximum number of objects in a page. */
  public static final int MAX_PAGE = 1_000;

  private record Key(Peer client, RequestId request) {}

  private final Replica replica;
  private final PrimaryReplication replication;
  private final Map<Key, ObjectMessage.ListObjects> pending = new LinkedHashMap<>();

  public Listings(Replica replica, PrimaryReplication replication) {
    this.replica = replica;
    this.replication = replication;
  }

  /** Number of pages that are not sent yet. */
  public int size() {
    return pending.size();
  }

  /** The unanswered requests; clients send them again if the interval ends. */
  public List<Unserved> unserved() {
    List<Unserved> unserved = new ArrayList<>();
    pending.forEach((key, request) -> unserved.add(new Unserved(key.client(), request)));
    return unserved;
  }

  /** A client requests a page; the group serves. */
  public void onList(Peer client, ObjectMessage.ListObjects request) {
    int max = Math.clamp(request.max(), 1, MAX_PAGE);
    Key key = new Key(client, request.id());
    pending.put(key, request);
    // An object may arrive between the request to the store and its answer.
    NavigableSet<ObjectId> missing = missing(request.after(), max);
    replica
        .reads()
        .list(
            request.after(),
            max,
            listing -> {
              ObjectMessage.ListReply page = page(request, max, listing, missing);
              replication.whenCommitted(() -> {
                if (pending.remove(key) != null) {
                  replica.emit(new Effect.Reply(client, page));
                }
              });
            });
  }

  private NavigableSet<ObjectId> missing(@Nullable ObjectId after, int max) {
    NavigableSet<ObjectId> missing = new TreeSet<>();
    SortedMap<ObjectId, Version> all = replica.missing();
    (after == null ? all : all.tailMap(after))
        .keySet().stream()
            .filter(object -> !object.equals(after))
            .limit(max + 1L)
            .forEach(missing::add);
    return missing;
  }

  private ObjectMessage.ListReply page(
      ObjectMessage.ListObjects request,
      int max,
      ObjectStore.Listing listing,
      NavigableSet<ObjectId> missingBefore) {
    NavigableSet<ObjectId> objects = new TreeSet<>(listing.objects());
    @Nullable ObjectId end = listing.more() ? listing.objects().getLast() : null;
    NavigableSet<ObjectId> missing = missing(request.after(), max);
    missing.addAll(missingBefore);
    missing.stream()
        .filter(object -> end == null || object.compareTo(end) <= 0)
        .forEach(objects::add);
    boolean more = listing.more() || objects.size() > max;
    List<ObjectId> page = objects.stream().limit(max).toList();
    int groups = replica.membership().pool().groupCount();
    int last = GroupTree.range(replica.group().seed(), groups).last();
    return new ObjectMessage.ListReply(request.id(), replica.epoch(), page, more, last);
  }
}
