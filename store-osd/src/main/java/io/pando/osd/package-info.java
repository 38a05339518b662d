/** The storage daemon: from its start to its end, and what it tells the monitors. */
@NullMarked
package io.pando.osd;

import org.jspecify.annotations.NullMarked;
