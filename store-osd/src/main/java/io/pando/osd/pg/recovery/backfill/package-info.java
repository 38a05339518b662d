/** Backfill: finds what replicas lack that neither the log nor the version index reaches. */
@NullMarked
package io.pando.osd.pg.recovery.backfill;

import org.jspecify.annotations.NullMarked;
