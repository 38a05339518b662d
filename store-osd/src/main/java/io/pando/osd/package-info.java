/** The storage daemon: start, stop, and its reports to the monitors. */
@NullMarked
package io.pando.osd;

import org.jspecify.annotations.NullMarked;
