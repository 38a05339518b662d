/**
 * The worker of a raw store that applies durable updates to the volume, many at once, and answers
 * queries: {@link io.pando.disk.raw.pipeline.apply.StoreWorker}.
 */
@NullMarked
package io.pando.disk.raw.pipeline.apply;

import org.jspecify.annotations.NullMarked;
