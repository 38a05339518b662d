package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.Entry;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.group.RemainingLeases;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import java.util.List;

/** Kinds of peering messages: 80 to 95. */
final class PeeringKinds {
  /** An object and a version. */
  static final Entry<ObjectId, Version> OBJECT_VERSION =
      Entry.of("ObjectVersion", Ids.OBJECT, Ids.VERSION);

  /** An OSD and its remaining lease in nanoseconds. */
  private static final Entry<OsdId, Long> LEASE_LEFT =
      Entry.of("LeaseLeft", Ids.OSD, Scalar.UINT64);

  private static final Shape<RemainingLeases> LEASES_LEFT =
      Shape.of(RemainingLeases.class, map(1, LEASE_LEFT), uint64(2));

  private static final Shape<PeeringMessage.IndexExtent> INDEXED =
      Shape.of(PeeringMessage.IndexExtent.class, one(1, Ids.VERSION), uint32(2));

  static final List<Kind> KINDS =
      List.of(
          new Kind(80, Shape.of(PeeringMessage.GetInfo.class, one(1, Ids.GROUP), frameEpoch())),
          new Kind(
              81,
              Shape.of(
                  PeeringMessage.Notify.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.INFO_SHAPE),
                  one(3, LEASES_LEFT),
                  optional(4, Ids.VERSION))),
          new Kind(
              82,
              Shape.of(
                  PeeringMessage.GetLog.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.VERSION),
                  one(3, Ids.VERSION))),
          new Kind(
              83,
              Shape.of(
                  PeeringMessage.LogPart.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.INFO_SHAPE),
                  one(3, Ids.VERSION),
                  list(4, GroupRecords.ENTRY_SHAPE),
                  bool(5))),
          new Kind(
              84,
              Shape.of(
                  PeeringMessage.Activate.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.INFO_SHAPE),
                  group(
                      PeeringMessage.Activate.CatchUp.class,
                      one(3, Ids.VERSION),
                      list(4, GroupRecords.ENTRY_SHAPE),
                      bool(5),
                      optional(8, INDEXED)),
                  bool(6),
                  one(7, LEASES_LEFT))),
          new Kind(
              85,
              Shape.of(
                  PeeringMessage.Activated.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.INFO_SHAPE),
                  map(3, OBJECT_VERSION),
                  bool(4),
                  optional(5, Ids.VERSION))),
          new Kind(
              86,
              Shape.of(
                  PeeringMessage.Share.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.INFO_SHAPE))),
          new Kind(87, Shape.of(PeeringMessage.Discard.class, one(1, Ids.GROUP), frameEpoch())),
          new Kind(
              88,
              Shape.of(
                  PeeringMessage.Remember.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  list(2, GroupRecords.ENTRY_SHAPE))),
          new Kind(
              89,
              Shape.of(
                  PeeringMessage.Changes.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  list(2, GroupRecords.INDEX_ENTRY),
                  map(3, GroupRecords.LAST_COUNTER))));

  private PeeringKinds() {}
}
