/** How storage daemons watch one another. */
@NullMarked
package io.pando.osd.heartbeat;

import org.jspecify.annotations.NullMarked;
