package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.InitFlag;
import java.util.Set;

/**
 * What a file system asks of a session.
 *
 * @param maxWriteBytes most data of a write
 * @param maxReadaheadBytes most data that the kernel reads ahead
 * @param maxBackground most requests that the kernel sends without a process that waits:
 *     read-ahead, write-back, asynchronous I/O
 * @param congestionThreshold from how many of them on the kernel holds back
 */
public record SessionWishes(
    Set<InitFlag> flags,
    int maxWriteBytes,
    int maxReadaheadBytes,
    int maxBackground,
    int congestionThreshold) {}
