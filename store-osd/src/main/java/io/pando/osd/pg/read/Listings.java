package io.pando.osd.pg.read;

import io.pando.cluster.GroupTree;
import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects of a group page by page. What the primary misses exists too; what is not yet
 * committed is only told once it is.
 */
public final class Listings {
  /** Objects in a page at most. */
  public static final int MAX_PAGE = 1_000;

  private final Replica replica;
  private final PrimaryReplication replication;

  public Listings(Replica replica, PrimaryReplication replication) {
    this.replica = replica;
    this.replication = replication;
  }

  /** A client wants a page; the group serves. */
  public void onList(Peer client, ObjectMessage.ListObjects request) {
    int max = Math.clamp(request.max(), 1, MAX_PAGE);
    replica
        .reads()
        .list(
            request.after(),
            max,
            listing -> {
              ObjectMessage.ListReply page = page(request, max, listing);
              replication.whenCommitted(() -> replica.emit(new Effect.Reply(client, page)));
            });
  }

  private ObjectMessage.ListReply page(
      ObjectMessage.ListObjects request, int max, ObjectStore.Listing listing) {
    SortedSet<ObjectId> objects = new TreeSet<>(listing.objects());
    @Nullable ObjectId end = listing.more() ? listing.objects().getLast() : null;
    for (ObjectId missing : replica.missing().keySet()) {
      boolean behindStart = request.after() == null || missing.compareTo(request.after()) > 0;
      if (behindStart && (end == null || missing.compareTo(end) <= 0)) {
        objects.add(missing);
      }
    }
    boolean more = listing.more() || objects.size() > max;
    List<ObjectId> page = objects.stream().limit(max).toList();
    int groups = replica.membership().pool().groupCount();
    int last = GroupTree.range(replica.group().seed(), groups).last();
    return new ObjectMessage.ListReply(request.id(), replica.epoch(), page, more, last);
  }
}
