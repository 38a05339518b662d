package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.MountException;
import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.codec.MalformedMessageException;
import io.pando.fuse.protocol.codec.MessageDecoder;
import io.pando.fuse.protocol.codec.MessageHeader;
import io.pando.fuse.protocol.codec.SessionTerms;
import io.pando.fuse.protocol.codec.SessionWishes;
import java.io.IOException;
import java.util.Optional;

/**
 * The beginning of a session: the kernel's first message, which waits on the device when a file
 * system was mounted, and the answer to it. All other requests wait for that answer.
 */
final class Handshake {
  private final DeviceChannel channel;
  private final NativeBuffer buffer;
  private final SessionWishes wishes;

  Handshake(DeviceChannel channel, MountLimits limits, SessionWishes wishes) {
    this.channel = channel;
    this.buffer = new NativeBuffer(FuseSession.readBytes(limits));
    this.wishes = wishes;
  }

  /** Agrees with the kernel on the session. */
  SessionTerms run() throws MountException {
    try {
      while (channel.read(buffer)) {
        MessageHeader header = MessageHeader.read(buffer.view());
        KernelMessage message = MessageDecoder.OF_START.decode(header, buffer.view());
        if (!(message instanceof KernelMessage.Init offer)) {
          throw new MountException(Reason.OTHER, "the session began with " + message);
        }
        Optional<SessionTerms> terms = answer(header.context().unique(), offer);
        if (terms.isPresent()) {
          return terms.get();
        }
      }
      throw new MountException(Reason.OTHER, "it was unmounted before the session began");
    } catch (MalformedMessageException e) {
      throw new MountException(Reason.OTHER, "the kernel's first message is malformed: " + e, e);
    } catch (MountException e) {
      throw e;
    } catch (IOException e) {
      throw new MountException(Reason.OTHER, "the session did not begin: " + e, e);
    }
  }

  /** Answers; empty if the kernel has to begin again with an older version. */
  private Optional<SessionTerms> answer(long unique, KernelMessage.Init offer)
      throws MountException {
    if (offer.major() > SessionTerms.MAJOR) {
      SessionTerms.encodeMajor(unique, buffer.view());
      write();
      return Optional.empty();
    }
    Optional<SessionTerms> terms = SessionTerms.agree(offer, wishes);
    if (terms.isEmpty()) {
      SessionTerms.encodeRefusal(unique, buffer.view());
      write();
      throw new MountException(
          Reason.OLD_KERNEL,
          "this kernel speaks version %d.%d of the FUSE protocol, %d.%d is required: use Linux 5.4"
                  .formatted(
                      offer.major(), offer.minor(), SessionTerms.MAJOR, SessionTerms.OLDEST_MINOR)
              + " or newer");
    }
    terms.get().encode(unique, buffer.view());
    write();
    return terms;
  }

  private void write() throws MountException {
    int error = channel.write(buffer);
    if (error != 0) {
      throw new MountException(
          Reason.OTHER, "the kernel refused the session with error " + error + " of Linux");
    }
  }
}
