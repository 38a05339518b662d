package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.stripe.DataRange;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.write.ContentReads;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from their fragments, as clients see them. Only fragments with wanted bytes are
 * read; the attributes are the same on all members, and are read here if they are here.
 */
public final class FragmentContent implements ContentReads {
  private final Replica replica;
  private final Fragments fragments;
  private final FragmentReads reads;
  private final FragmentSources sources;

  public FragmentContent(
      Replica replica, Fragments fragments, FragmentReads reads, FragmentSources sources) {
    this.replica = replica;
    this.fragments = fragments;
    this.reads = reads;
    this.sources = sources;
  }

  @Override
  public void read(Peer client, ObjectId object, ObjectQuery query, Callbacks callbacks) {
    Version missing = replica.missing().get(object);
    if (missing != null) {
      Probe.reached("fragments: the attributes are read from another member");
      readFar(object, missing, query, callbacks);
      return;
    }
    Optional<Version> before = reads.settled(object);
    replica
        .reads()
        .object(
            client,
            object,
            ObjectQuery.STAT,
            outcome -> {
              Version known =
                  before.filter(it -> reads.settled(object).equals(before)).orElse(null);
              if (outcome instanceof ReadOutcome.Found found) {
                readHere(object, known, found.view().attributes(), query, callbacks);
              } else if (outcome instanceof ReadOutcome.Absent && known != null) {
                Probe.reached("fragments: the primary does not have what its log knows");
                readInstead(object, known, "it is not there", query, callbacks);
              } else {
                callbacks.done().accept(outcome);
              }
            },
            callbacks.dropped());
  }

  /**
   * The version in the record here is believed unless the log or other members disprove it.
   *
   * @param known version by the log, if no update can have changed the record meanwhile
   */
  private void readHere(
      ObjectId object,
      @Nullable Version known,
      SortedMap<String, Payload> attributes,
      ObjectQuery query,
      Callbacks callbacks) {
    Version version = info(attributes).version();
    boolean isTooNew = VersionDoubts.isTooNew(replica, object, version);
    Version right = isTooNew ? VersionDoubts.known(replica, object).orElse(null) : known;
    if (right != null && !right.equals(version)) {
      Probe.reachedIf(isTooNew, "fragments: the record of the primary's own is newer than the log");
      Probe.reachedIf(
          !isTooNew, "fragments: the record of the primary's own is older than the log");
      readInstead(object, right, VersionDoubts.isInstead(version, right), query, callbacks);
    } else if (isTooNew) {
      Probe.reached("fragments: the record of the primary's own is doubtful");
      reads.doubt(
          object,
          version,
          _ -> {
            Version missing = replica.missing().get(object);
            if (missing == null) {
              read(object, attributes, query, callbacks);
            } else {
              readFar(object, missing, query, callbacks);
            }
          });
    } else {
      read(object, attributes, query, callbacks);
    }
  }

  /** The log disproves what is here: the own fragment is bad, the others may have the object. */
  private void readInstead(
      ObjectId object, Version right, String what, ObjectQuery query, Callbacks callbacks) {
    sources.onBad(replica.self(), object, right, what);
    readFar(object, right, query, callbacks);
  }

  private static ObjectInfo info(SortedMap<String, Payload> attributes) {
    Payload stamp = attributes.get(ObjectInfo.ATTRIBUTE);
    return stamp == null ? new ObjectInfo(Version.ZERO, 0) : GroupRecords.OBJECT.decode(stamp);
  }

  /** The fragment here is missing: the attributes come from another member. */
  private void readFar(ObjectId object, Version version, ObjectQuery query, Callbacks callbacks) {
    List<MemberId> others = new ArrayList<>(sources.holders(object));
    others.remove(replica.self());
    if (others.isEmpty()) {
      callbacks.blocked().run();
      return;
    }
    reads.askFirst(
        purpose() == FragmentReads.Purpose.CLIENT_FAST ? others : others.subList(0, 1),
        new FragmentMessage.Query(object, version, List.of(), true),
        (member, part) -> {
          boolean right = part.version().equals(version) && !part.isMissing();
          if (!right) {
            sources.onBad(
                member,
                object,
                version,
                part.isMissing()
                    ? "it counts as missing there"
                    : "it has version " + part.version());
          }
          return right;
        },
        part -> read(object, part.attributes(), query, callbacks),
        () -> readFar(object, version, query, callbacks));
  }

  /** By the pool's setting now. */
  private FragmentReads.Purpose purpose() {
    return replica.membership().pool().options().fastRead()
        ? FragmentReads.Purpose.CLIENT_FAST
        : FragmentReads.Purpose.CLIENT;
  }

  private void read(
      ObjectId object,
      SortedMap<String, Payload> attributes,
      ObjectQuery query,
      Callbacks callbacks) {
    ObjectInfo info = info(attributes);
    long size = info.objectBytes();
    List<ByteRange> ranges = new ArrayList<>();
    List<FragmentRange> wanted = new ArrayList<>();
    for (ByteRange range : query.data()) {
      long from = Math.min(range.offset(), size);
      ByteRange within = new ByteRange(from, Math.min(range.length(), size - from));
      ranges.add(within);
      for (DataRange part : fragments.layout().fragmentRanges(within)) {
        wanted.add(new FragmentRange(fragments.code().dataPosition(part.index()), part.range()));
      }
    }
    reads.read(
        new FragmentReads.Request(object, info.version(), size, wanted, purpose()),
        rows -> callbacks.done().accept(found(attributes, size, ranges, rows, query)),
        callbacks.blocked());
  }

  private ReadOutcome found(
      SortedMap<String, Payload> attributes,
      long size,
      List<ByteRange> ranges,
      RowBytes rows,
      ObjectQuery query) {
    List<Payload> data = ranges.stream().map(range -> content(range, rows)).toList();
    List<ByteRange> allocated =
        query.allocated() && size > 0 ? List.of(new ByteRange(0, size)) : List.of();
    List<ObjectView.MapPage> maps =
        query.maps().stream()
            .map(_ -> new ObjectView.MapPage(Collections.emptySortedMap(), false))
            .toList();
    return new ReadOutcome.Found(new ObjectView(size, attributes, data, maps, allocated));
  }

  /** A range of the object, put together from the units of its fragments. */
  private Payload content(ByteRange range, RowBytes rows) {
    StripeLayout layout = fragments.layout();
    List<DataRange> parts = layout.fragmentRanges(range);
    if (parts.size() == 1) {
      DataRange only = parts.getFirst();
      return rows.payload(fragments.code().dataPosition(only.index()), only.range());
    }
    byte[] bytes = new byte[(int) range.length()];
    for (DataRange part : parts) {
      int position = fragments.code().dataPosition(part.index());
      long at = part.range().offset();
      for (ByteRange piece : layout.objectRanges(part.index(), part.range())) {
        rows.copy(
            position,
            new ByteRange(at, piece.length()),
            bytes,
            (int) (piece.offset() - range.offset()));
        at += piece.length();
      }
    }
    return Payload.wrap(bytes);
  }
}
