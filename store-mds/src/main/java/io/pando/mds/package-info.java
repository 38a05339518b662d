/**
 * The shell of a metadata server: its machine on an event loop, with the network and the cluster.
 */
@NullMarked
package io.pando.mds;

import org.jspecify.annotations.NullMarked;
