/**
 * The storage daemon: its shards, heartbeats, and what turns effects of groups into calls of ports.
 */
@NullMarked
package io.pando.osd;

import org.jspecify.annotations.NullMarked;
