/**
 * The deterministic simulator: whole clusters of the production code on one thread, under virtual
 * time, where one seed determines every event (design §8).
 */
@NullMarked
package io.pando.sim;

import org.jspecify.annotations.NullMarked;
