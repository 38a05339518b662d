/**
 * The messenger: ordered, fail-stop streams of messages between nodes, over sockets or within one
 * process.
 */
@NullMarked
package io.pando.net;

import org.jspecify.annotations.NullMarked;
