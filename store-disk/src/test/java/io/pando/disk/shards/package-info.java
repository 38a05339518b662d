/**
 * Stores of all kinds as a daemon has them: how they are chosen, and what a killed process leaves.
 */
@NullMarked
package io.pando.disk.shards;

import org.jspecify.annotations.NullMarked;
