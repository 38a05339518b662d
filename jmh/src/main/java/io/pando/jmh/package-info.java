/**
 * Micro-benchmarks.
 *
 * <p>To run those whose names match a pattern:
 *
 * <pre>{@code
 * mvn -q -pl jmh -am package -DskipTests
 * java -cp 'jmh/target/classes:jmh/target/lib/*' org.openjdk.jmh.Main CrushBenchmark -prof gc
 * }</pre>
 */
@NullMarked
package io.pando.jmh;

import org.jspecify.annotations.NullMarked;
