package io.pando.format;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.EnumType;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.report.ClusterEvent;
import java.util.List;

/** Formats of entries of the cluster log, which monitors store and send. */
public final class EventRecords {
  private static final Type<ClusterEvent.Kind> KIND =
      EnumType.of(
          "EventKind",
          List.of(ClusterEvent.Kind.MAP, ClusterEvent.Kind.ROUTINE, ClusterEvent.Kind.HEALTH));

  /** Format of the requester of a change. */
  public static final Shape<ClusterEvent.Source> SOURCE =
      Shape.of("EventSource", ClusterEvent.Source.class, one(1, Ids.NODE), string(2));

  /** Format of an entry. */
  public static final Shape<ClusterEvent> EVENT =
      Shape.of(
          ClusterEvent.class,
          uint64(1),
          uint64(2),
          uint64(3),
          one(4, KIND),
          optional(5, SOURCE),
          group(ClusterEvent.What.class, string(6), list(7, Ids.OSD), list(8, Ids.POOL)));

  private EventRecords() {}
}
