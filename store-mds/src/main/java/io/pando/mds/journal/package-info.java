/**
 * The journal of a metadata server (paper 003, 4.2.3 and 4.4.1): updates in the order in which they
 * were decided, in a row of large objects. It knows nothing of what its records say.
 *
 * <p>{@link io.pando.mds.journal.JournalWriter} writes: records wait while a batch is written, and
 * go into the next batch together. {@link io.pando.mds.journal.JournalReader} reads a journal after
 * a failure, and tells its end from damage. Both are machines: effects go out, completions come in.
 */
@NullMarked
package io.pando.mds.journal;

import org.jspecify.annotations.NullMarked;
