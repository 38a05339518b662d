/**
 * The worker of a raw store that makes updates durable in the operation log: {@link
 * io.pando.disk.raw.pipeline.log.LogWorker}; and the replay of the log when a store is opened.
 */
@NullMarked
package io.pando.disk.raw.pipeline.log;

import org.jspecify.annotations.NullMarked;
