/** A placement group's own records: its log, its history, what it knows of itself. */
@NullMarked
package io.pando.group;

import org.jspecify.annotations.NullMarked;
