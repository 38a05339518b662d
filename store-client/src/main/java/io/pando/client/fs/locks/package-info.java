/**
 * Locks of files, of programs of this client and of its reads and writes: requests to the server,
 * and what the client has. {@link io.pando.client.fs.locks.ClientLocks} is the machine.
 */
@NullMarked
package io.pando.client.fs.locks;

import org.jspecify.annotations.NullMarked;
