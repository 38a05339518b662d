package io.pando.mds.session;

import io.pando.fs.Ino;
import org.jspecify.annotations.Nullable;

/**
 * How a change was answered.
 *
 * @param record number of its record in the journal; 0 if a former holder of the rank wrote it, so
 *     that it is durable
 * @param ino the inode that the answer contained; null if it was {@link
 *     io.pando.fs.request.FsAnswer.Done}
 */
public record PastAnswer(long record, @Nullable Ino ino) {}
