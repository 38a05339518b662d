package io.pando.client.file;

/**
 * Space of a file system.
 *
 * @param totalBytes size
 * @param freeBytes bytes that can still be written
 * @param files files and directories that exist
 */
public record FileSpace(long totalBytes, long freeBytes, long files) {}
