package io.pando.format;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.cluster.files.RankId;
import io.pando.codec.Shape;
import io.pando.report.files.ClientReport;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import io.pando.report.files.WaitingRequest;

/** Formats of reports of metadata servers. */
public final class RankReportRecords {
  public static final Shape<RankId> RANK =
      Shape.of(RankId.class, one(1, FileMapRecords.SYSTEM_ID), uint32(2));

  private static final Shape<RankReport.JournalUse> JOURNAL =
      Shape.of(RankReport.JournalUse.class, uint64(1), uint64(2), uint64(3), uint64(4));

  private static final Shape<ClientReport> CLIENT =
      Shape.of(
          ClientReport.class,
          fixed64(1),
          one(2, SessionRecords.CLIENT),
          string(3),
          fixed64(4),
          uint64(5),
          uint32(6));

  private static final Shape<WaitingRequest> REQUEST =
      Shape.of(WaitingRequest.class, fixed64(1), string(2), string(3), uint64(4));

  public static final Shape<RankReport> REPORT =
      Shape.of(RankReport.class, one(1, JOURNAL), list(2, CLIENT), list(3, REQUEST), uint32(4));

  public static final Shape<RankLoad> LOAD =
      Shape.of(RankLoad.class, uint32(1), uint64(2), string(3), uint64(4), uint64(5));

  private RankReportRecords() {}
}
