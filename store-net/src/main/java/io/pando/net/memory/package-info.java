/** The memory that the streams of a process may hold, for messages received and to be sent. */
@NullMarked
package io.pando.net.memory;

import org.jspecify.annotations.NullMarked;
