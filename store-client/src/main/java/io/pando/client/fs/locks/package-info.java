/**
 * Locks of programs of this client on files: requests to the server, and what the client has.
 * {@link io.pando.client.fs.locks.ClientLocks} is the machine.
 */
@NullMarked
package io.pando.client.fs.locks;

import org.jspecify.annotations.NullMarked;
