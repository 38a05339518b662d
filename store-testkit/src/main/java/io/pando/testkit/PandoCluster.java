package io.pando.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class with a cluster in this process. The cluster starts before the first test of the
 * class, and its files are removed after the last one. Tests ask for it by parameters:
 *
 * {@snippet :
 * @PandoCluster(osds = 3)
 * class GreetingTest {
 *   @Test
 *   void greetingIsKept(Pool pool) {
 *     pool.writeFull("greeting", "hello".getBytes(UTF_8));
 *     assertEquals("hello", pool.read("greeting").toUtf8());
 *   }
 * }
 * }
 *
 * <table>
 *   <caption>Parameters of tests, of {@code @BeforeEach} and {@code @BeforeAll} methods, and of
 *     constructors</caption>
 *   <tr><th>type</th><th>value</th></tr>
 *   <tr><td>{@code Pool}</td><td>an empty pool that is removed after the test. A constructor or a
 *     {@code @BeforeAll} method gets a pool that all tests of the class share</td></tr>
 *   <tr><td>{@code Cluster}</td><td>a connected client, shared by all tests of the class</td></tr>
 *   <tr><td>{@link LocalCluster}</td><td>the cluster, to stop and start its daemons</td></tr>
 *   <tr><td>{@code ClientConfig}</td><td>the settings of a client, to connect again</td></tr>
 * </table>
 *
 * <p>A {@code @Nested} class uses the cluster of the class around it, unless it has the annotation
 * itself.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(PandoExtension.class)
public @interface PandoCluster {
  /** Number of monitors; odd. */
  int monitors() default 1;

  /** Number of OSDs; a pool has up to three replicas, each on an OSD of its own. */
  int osds() default 3;

  /** Where the OSDs keep objects. */
  TestStore store() default TestStore.RAW;

  /** Settings of the configuration file, such as {@code osd.log_entries=100}. */
  String[] settings() default {};
}
