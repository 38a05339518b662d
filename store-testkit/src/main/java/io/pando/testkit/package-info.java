/**
 * A cluster inside a test. {@link io.pando.testkit.PandoCluster} on a JUnit test class starts one
 * and gives tests its client and its pools; {@link io.pando.testkit.LocalCluster} does the same for
 * other programs.
 */
@NullMarked
package io.pando.testkit;

import org.jspecify.annotations.NullMarked;
