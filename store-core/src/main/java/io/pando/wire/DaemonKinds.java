package io.pando.wire;

import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.Entry;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.collect.Utf8Order;
import io.pando.format.Ids;
import io.pando.message.DaemonMessage;
import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import io.pando.report.RepairCounts;
import io.pando.report.StorePerformance;
import io.pando.report.group.ReturnReport;
import java.util.List;

/** Message kinds of {@link io.pando.message.DaemonMessage}: 112 to 119. */
final class DaemonKinds {
  private static final Shape<OsdPerformance.Served> SERVED =
      Shape.of(
          "ServedOperations",
          OsdPerformance.Served.class,
          group(
              OsdPerformance.Clients.class,
              uint64(1),
              uint64(2),
              uint64(3),
              uint64(4),
              uint64(5),
              uint64(6)),
          group(OsdPerformance.Replicas.class, uint64(7), uint64(8)),
          group(OsdPerformance.Recovery.class, uint64(9), uint64(10), uint64(11), uint64(12)));

  private static final Shape<DeviceWrites> WRITTEN =
      Shape.of(
          DeviceWrites.class,
          uint64(1),
          uint64(2),
          uint64(3),
          group(DeviceWrites.Tables.class, uint64(4), uint64(5), uint64(6)),
          group(DeviceWrites.Calls.class, uint64(7), uint64(8)));

  private static final Shape<Lookups> LOOKUPS =
      Shape.of(Lookups.class, uint64(1), uint64(2), uint64(3), uint64(4), uint64(5), uint64(6));

  private static final Shape<RepairCounts> REPAIRS =
      Shape.of(
          RepairCounts.class,
          map(1, Entry.of("WayCount", Scalar.STRING, Scalar.UINT64), Utf8Order.INSTANCE),
          uint64(2),
          group(ReturnReport.Cost.class, uint64(3), uint64(4), uint64(5), uint64(6)),
          uint64(7));

  private static final Shape<Durations> DURATIONS =
      Shape.of(
          Durations.class,
          uint64(1),
          uint64(2),
          map(3, Entry.of("DurationsBucket", Scalar.UINT64, Scalar.UINT64)));

  private static final Shape<ProcessUse> PROCESS =
      Shape.of(
          ProcessUse.class,
          string(1),
          uint64(2),
          map(3, Entry.of("ThreadTime", Scalar.STRING, Scalar.UINT64), Utf8Order.INSTANCE),
          group(ProcessUse.Heap.class, uint64(4), uint64(5)),
          group(ProcessUse.Pauses.class, uint64(6), uint64(7), uint64(8)));

  private static final Shape<OsdPerformance> PERFORMANCE =
      Shape.of(
              OsdPerformance.class,
              one(1, Ids.OSD),
              one(2, SERVED),
              group(
                  StorePerformance.class,
                  one(3, WRITTEN),
                  one(7, LOOKUPS),
                  map(9, Entry.of("StageDurations", Scalar.STRING, DURATIONS), Utf8Order.INSTANCE),
                  map(6, Entry.of("StoreTrait", Scalar.STRING, Scalar.STRING), Utf8Order.INSTANCE)),
              one(5, PROCESS),
              one(8, REPAIRS))
          .inOrderOfNumbers();

  static final List<Kind> KINDS =
      List.of(
          new Kind(112, Shape.of(DaemonMessage.AskPerformance.class, uint64(1))),
          new Kind(
              113,
              Shape.of(DaemonMessage.PerformanceAnswer.class, uint64(1), one(2, PERFORMANCE))));

  private DaemonKinds() {}
}
