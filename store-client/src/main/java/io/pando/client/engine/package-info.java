/**
 * The client behind its API: the event loop with the objecter and the session, calls on a pool, and
 * the checks of what a call may contain.
 */
@NullMarked
package io.pando.client.engine;

import org.jspecify.annotations.NullMarked;
