/**
 * Scrub: the primary of a clean group has all copies compared, part by part, while clients work
 * (design §4). What differs is looked at alone, judged, and mended by recovery.
 */
@NullMarked
package io.pando.osd.pg.scrub;

import org.jspecify.annotations.NullMarked;
