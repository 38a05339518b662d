/**
 * The path of an update through a raw store: {@link io.pando.disk.raw.pipeline.TopHalf} plans it
 * and assigns blocks on the owner's loop, {@link io.pando.disk.raw.pipeline.log.LogWorker} makes it
 * durable in the log, and {@link io.pando.disk.raw.pipeline.apply.StoreWorker} applies it to the
 * volume later, many at once.
 */
@NullMarked
package io.pando.disk.raw.pipeline;

import org.jspecify.annotations.NullMarked;
