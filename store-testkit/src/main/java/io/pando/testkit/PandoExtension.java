package io.pando.testkit;

import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link PandoCluster} does. The cluster is kept in the store of the class's context. */
final class PandoExtension
    implements BeforeAllCallback, AfterAllCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PandoExtension.class);
  private static final List<Class<?>> TYPES =
      List.of(Pool.class, Cluster.class, LocalCluster.class, ClientConfig.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    PandoCluster wanted = context.getRequiredTestClass().getAnnotation(PandoCluster.class);
    if (wanted != null) {
      LocalCluster.Builder builder =
          LocalCluster.builder()
              .monitors(wanted.monitors())
              .osds(wanted.osds())
              .store(wanted.store());
      Arrays.stream(wanted.settings()).forEach(builder::setting);
      of(context).put(LocalCluster.class, builder.start());
    }
  }

  /** Stops the cluster if this class started it, and not one around it. */
  @Override
  public void afterAll(ExtensionContext context) {
    LocalCluster cluster = of(context).remove(LocalCluster.class, LocalCluster.class);
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Removes the pool if this test got it, and not the class. */
  @Override
  public void afterEach(ExtensionContext context) {
    Pool pool = of(context).remove(Pool.class, Pool.class);
    LocalCluster cluster = cluster(context);
    if (pool != null && cluster != null) {
      cluster.removePool(pool);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    LocalCluster cluster = cluster(context);
    if (cluster == null) {
      throw new ParameterResolutionException(
          "no cluster runs for "
              + parameter.getDeclaringExecutable()
              + ": put @PandoCluster on the test class");
    }
    Class<?> type = parameter.getParameter().getType();
    if (type == Pool.class) {
      return of(context).getOrComputeIfAbsent(Pool.class, key -> cluster.newPool(), Pool.class);
    }
    if (type == Cluster.class) {
      return cluster.client();
    }
    return type == ClientConfig.class ? cluster.clientConfig() : cluster;
  }

  private static @Nullable LocalCluster cluster(ExtensionContext context) {
    return of(context).get(LocalCluster.class, LocalCluster.class);
  }

  private static ExtensionContext.Store of(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }
}
