package io.pando.fuse;

/**
 * Messages of the kernel since the session began.
 *
 * @param requests requests that the file system was given
 * @param forgotten nodes that were forgotten, each message counted
 * @param interrupts messages about interrupted processes
 * @param unknown requests of operations that are not known here
 * @param malformed messages that could not be decoded
 * @param failures requests for which the file system threw an exception, and answers that the
 *     kernel refused
 */
public record MountCounts(
    long requests, long forgotten, long interrupts, long unknown, long malformed, long failures) {}
