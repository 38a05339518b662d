/** The judgement of a cluster's health, and what it rests on: what OSDs told of themselves. */
@NullMarked
package io.pando.mon.health;

import org.jspecify.annotations.NullMarked;
