/**
 * Scrub: the primary of a clean group has all copies compared, part by part, while clients work
 * (design §4). Differing objects are examined singly, judged, and repaired by recovery.
 */
@NullMarked
package io.pando.osd.pg.scrub;

import org.jspecify.annotations.NullMarked;
