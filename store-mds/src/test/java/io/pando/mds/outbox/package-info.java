/** Tests of the messages that wait until a change is durable. */
@NullMarked
package io.pando.mds.outbox;

import org.jspecify.annotations.NullMarked;
