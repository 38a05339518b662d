/** Messages to sessions: which of them wait until a change of another session is durable. */
@NullMarked
package io.pando.mds.outbox;

import org.jspecify.annotations.NullMarked;
