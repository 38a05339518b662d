/** What a node counts of its streams, by the role of the peer. */
@NullMarked
package io.pando.net.metrics;

import org.jspecify.annotations.NullMarked;
