/** Copying objects: a primary pulls and pushes them, replicas store and send them. */
@NullMarked
package io.pando.osd.pg.recovery.copy;

import org.jspecify.annotations.NullMarked;
