/**
 * The operation log: makes transactions durable before the store has taken them (paper 002 §IV-A).
 * Records are written to numbered segments in batches, each batch with one write and one flush.
 * After a crash, all flushed records are read again, or the log reports what is missing.
 */
@NullMarked
package io.pando.disk.log;

import org.jspecify.annotations.NullMarked;
