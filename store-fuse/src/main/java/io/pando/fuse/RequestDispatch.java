package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.Opcode;
import io.pando.fuse.protocol.codec.AnswerEncoder;
import io.pando.fuse.protocol.codec.AnswerRule;
import io.pando.fuse.protocol.codec.MalformedMessageException;
import io.pando.fuse.protocol.codec.MessageDecoder;
import io.pando.fuse.protocol.codec.MessageHeader;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with each message of a channel: it is decoded and given to the file system. One
 * thread at a time uses it.
 */
final class RequestDispatch {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatch.class);

  /** Memory that a request takes beside its data. */
  private static final int REQUEST_BYTES = 4096;

  private final FuseSession session;
  private final DeviceChannel channel;
  private final MessageDecoder decoder;
  private final AtomicBoolean complained = new AtomicBoolean();

  RequestDispatch(FuseSession session, DeviceChannel channel, MessageDecoder decoder) {
    this.session = session;
    this.channel = channel;
    this.decoder = decoder;
  }

  /** A message was read from the channel into a buffer. */
  void onMessage(NativeBuffer buffer) {
    MessageHeader header;
    try {
      header = MessageHeader.read(buffer.view());
    } catch (MalformedMessageException e) {
      onMalformed(e);
      return;
    }
    try {
      dispatch(header, decoder.decode(header, buffer.view()));
    } catch (MalformedMessageException e) {
      onMalformed(e);
      if (isAnswered(header.opcode())) {
        fail(header, Errno.EIO);
      }
    }
  }

  private void onMalformed(MalformedMessageException e) {
    session.counters().malformed.increment();
    if (complained.compareAndSet(false, true)) {
      LOG.warn("a message of the kernel is malformed; further ones are counted: {}", e.toString());
    }
  }

  private static boolean isAnswered(int number) {
    Optional<Opcode> opcode = Opcode.of(number);
    return opcode.isPresent()
        && switch (opcode.get()) {
          case FORGET, BATCH_FORGET, NOTIFY_REPLY, INTERRUPT -> false;
          default -> true;
        };
  }

  private void dispatch(MessageHeader header, KernelMessage message) {
    MessageCounters counters = session.counters();
    switch (message) {
      case FuseRequest request -> onRequest(header, request);
      case KernelMessage.Forget forget -> {
        counters.forgotten.add(forget.nodes().size());
        guard("forgetting", () -> session.fileSystem().onForget(forget.nodes()));
      }
      case KernelMessage.Interrupt interrupt -> {
        counters.interrupts.increment();
        guard("an interrupt", () -> session.table().interrupt(interrupt.request()));
      }
      case KernelMessage.Retrieved pages ->
          guard("retrieved pages", () -> session.fileSystem().onRetrieved(pages));
      case KernelMessage.Destroy _ -> succeed(header);
      case KernelMessage.Unknown _ -> {
        counters.unknown.increment();
        fail(header, Errno.ENOSYS);
      }
      case KernelMessage.Init _ -> fail(header, Errno.EIO);
    }
  }

  private void onRequest(MessageHeader header, FuseRequest request) {
    session.counters().requests.increment();
    long bytes = budgetBytes(header, request);
    long unique = header.context().unique();
    PendingReply reply = new PendingReply(session, channel, unique, AnswerRule.of(request), bytes);
    session.budget().take(bytes);
    session.table().add(unique, reply);
    boolean answered =
        guard(
            request.opcode().toString(),
            () -> session.fileSystem().onRequest(header.context(), request, reply));
    if (!answered && !reply.isAnswered()) {
      boolean _ = reply.error(Errno.EIO);
    }
  }

  /** A request that waits for a lock takes nothing: one that releases the lock must be read. */
  private static long budgetBytes(MessageHeader header, FuseRequest request) {
    return switch (request) {
      case FileRequest.SetLock lock when lock.waits() -> 0;
      case FileRequest.Read read -> REQUEST_BYTES + (long) read.sizeBytes();
      default -> REQUEST_BYTES + (long) header.bodyBytes();
    };
  }

  /** Calls the file system; returns false if it threw an exception. */
  private boolean guard(String what, Runnable call) {
    try {
      call.run();
      return true;
    } catch (RuntimeException e) {
      session.counters().failures.increment();
      LOG.error("the file system failed at {}", what, e);
      return false;
    }
  }

  private void fail(MessageHeader header, int errno) {
    NativeBuffer buffer = session.buffers().take(AnswerEncoder.HEADER_BYTES);
    AnswerEncoder.error(header.context().unique(), errno, buffer.view());
    boolean _ = session.write(channel, buffer);
    session.buffers().giveBack(buffer);
  }

  private void succeed(MessageHeader header) {
    NativeBuffer buffer = session.buffers().take(AnswerEncoder.HEADER_BYTES);
    AnswerEncoder.done(header.context().unique(), buffer.view());
    boolean _ = session.write(channel, buffer);
    session.buffers().giveBack(buffer);
  }
}
