/** What an OSD counts and times, from the inputs and effects of its groups. */
@NullMarked
package io.pando.osd.metrics;

import org.jspecify.annotations.NullMarked;
