package io.pando.fuse.protocol.codec;

/** Bytes that are not a message of the protocol. It has no stack trace: the bytes are at fault. */
public final class MalformedMessageException extends Exception {
  MalformedMessageException(String message) {
    super(message, null, false, false);
  }
}
