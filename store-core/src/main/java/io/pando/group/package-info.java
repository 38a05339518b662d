/** The records of a placement group: its log, its history and its info. */
@NullMarked
package io.pando.group;

import org.jspecify.annotations.NullMarked;
