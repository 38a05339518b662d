/**
 * What the workers of a raw store share: the steps in which they work and their threads, sizes, and
 * the resources of a store.
 */
@NullMarked
package io.pando.disk.raw.pipeline.worker;

import org.jspecify.annotations.NullMarked;
