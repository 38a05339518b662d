/**
 * The serving part of a store: calls of the port become requests, a loop gathers transactions and
 * commits them together, and a thread or a simulator takes its steps. The store behind it is a
 * {@link io.pando.disk.serve.Volume}.
 */
@NullMarked
package io.pando.disk.serve;

import org.jspecify.annotations.NullMarked;
