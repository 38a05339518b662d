package io.pando.mds.serve;

import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.message.FileMessage.FileAnswer;
import io.pando.message.FileMessage.FileRequest;
import io.pando.report.files.WaitingRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that is not answered. */
final class OpenRequest {
  private final long ticket;
  private final long session;
  private final FileRequest request;
  private final Moment arrived;
  private String waitsFor = "its turn";

  OpenRequest(long ticket, long session, FileRequest request, Moment arrived) {
    this.ticket = ticket;
    this.session = session;
    this.request = request;
    this.arrived = arrived;
  }

  long ticket() {
    return ticket;
  }

  long session() {
    return session;
  }

  FileRequest request() {
    return request;
  }

  /** The time of its changes, also if it waits long. */
  Timestamp time() {
    return arrived.ofCall(request.time());
  }

  boolean is(long ofSession, long number) {
    return session == ofSession && request.number() == number;
  }

  /** The inode that it makes; null if it makes none. */
  @Nullable Ino made() {
    return request.request() instanceof FsRequest.Make make ? make.ino() : null;
  }

  /** An answer that grants and shows nothing else. */
  FileAnswer answer(long record, FsAnswer answer) {
    return new FileAnswer(request.number(), record, answer, List.of(), null);
  }

  /** It is answered now. */
  ServiceEffect.Answered answered(Moment now, FsAnswer answer) {
    return new ServiceEffect.Answered(
        request.request(), answer instanceof FsAnswer.Failed, now.nanos() - arrived.nanos());
  }

  void waitsFor(String what) {
    waitsFor = what;
  }

  /** What it waits for, as a clause. */
  String waitsFor() {
    return waitsFor;
  }

  /** The request for operators. */
  WaitingRequest report(Moment now) {
    return new WaitingRequest(
        session,
        request.request().getClass().getSimpleName(),
        waitsFor,
        Math.max(0, now.nanos() - arrived.nanos()));
  }
}
