/**
 * The session of a client with the holder of a rank: connection, lease, requests with their
 * repeats, and numbers of new inodes. Pure machines.
 */
@NullMarked
package io.pando.client.fs.session;

import org.jspecify.annotations.NullMarked;
