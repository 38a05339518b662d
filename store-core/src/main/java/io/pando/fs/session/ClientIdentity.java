package io.pando.fs.session;

/**
 * Who a client is, for operators; nothing depends on it.
 *
 * @param host name of the machine
 * @param program what it is, such as {@code mount /mnt/photos} or {@code java}
 * @param release of its software
 */
public record ClientIdentity(String host, String program, String release) {}
