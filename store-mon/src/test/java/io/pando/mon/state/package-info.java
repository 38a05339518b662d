@NullMarked
package io.pando.mon.state;

import org.jspecify.annotations.NullMarked;
