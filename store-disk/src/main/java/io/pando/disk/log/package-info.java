/**
 * The operation log: what was promised before the store has it (paper 002 §IV-A). Records go into
 * numbered segments in batches, each batch with one write and one flush; after a crash all that was
 * flushed is read again, or the log says what is missing.
 */
@NullMarked
package io.pando.disk.log;

import org.jspecify.annotations.NullMarked;
