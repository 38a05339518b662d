/**
 * How a store serves: the calls of the port become requests, a loop gathers transactions and
 * commits them together, a thread or a simulator takes its steps. What a store is behind that is a
 * {@link io.pando.disk.serve.Volume}.
 */
@NullMarked
package io.pando.disk.serve;

import org.jspecify.annotations.NullMarked;
