/**
 * The way of an update through a raw store: planned and given blocks on the owner's loop ({@link
 * io.pando.disk.raw.pipeline.TopHalf}), made durable in the log ({@link
 * io.pando.disk.raw.pipeline.LogWorker}), and taken into the volume later, many at once ({@link
 * io.pando.disk.raw.pipeline.StoreWorker}).
 */
@NullMarked
package io.pando.disk.raw.pipeline;

import org.jspecify.annotations.NullMarked;
