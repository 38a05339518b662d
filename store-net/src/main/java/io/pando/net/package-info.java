/** The messenger: ordered, fail-stop streams of messages between nodes, over sockets. */
@NullMarked
package io.pando.net;

import org.jspecify.annotations.NullMarked;
