package io.pando.cli.daemon;

import io.pando.cli.output.Figures;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.osd.OsdDaemon;
import io.pando.report.OsdPerformance;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** MXBean of an OSD in its process. Thread-safe. */
final class OsdBean implements OsdMXBean, AutoCloseable {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final OsdDaemon daemon;
  private final ObjectName name;
  private @Nullable OsdPerformance last;
  private long lastNanos;

  private OsdBean(OsdDaemon daemon, ObjectName name) {
    this.daemon = daemon;
    this.name = name;
  }

  /** Registers {@code io.pando:type=Osd,cluster=…,id=…}. */
  static OsdBean register(OsdDaemon daemon, ClusterId cluster, OsdId id) throws DaemonException {
    try {
      ObjectName name =
          new ObjectName("io.pando:type=Osd,cluster=" + cluster + ",id=" + id.value());
      OsdBean bean = new OsdBean(daemon, name);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, name);
      return bean;
    } catch (JMException failure) {
      throw new DaemonException(
          id + " cannot be shown to management tools: " + failure + "; is it already running?",
          failure);
    }
  }

  private synchronized OsdPerformance performance() {
    OsdPerformance known = last;
    long nowNanos = System.nanoTime();
    if (known == null || nowNanos - lastNanos > FRESH_NANOS) {
      CompletableFuture<OsdPerformance> asked = new CompletableFuture<>();
      daemon.performance(asked::complete);
      try {
        known = OnLoop.await(asked, "the daemon");
      } catch (DaemonException failure) {
        throw new IllegalStateException(failure.getMessage(), failure);
      }
      last = known;
      lastNanos = nowNanos;
    }
    return known;
  }

  @Override
  public Map<String, Long> getOperations() {
    return Figures.operations(performance().served());
  }

  @Override
  public Map<String, Long> getBytes() {
    return Figures.bytes(performance().served());
  }

  @Override
  public Map<String, Long> getDeviceWrites() {
    return Figures.deviceWrites(performance().store().written());
  }

  @Override
  public Map<String, Long> getRepairs() {
    return Figures.repairs(performance().repairs());
  }

  @Override
  public Map<String, Long> getLookups() {
    return Figures.lookups(performance().store().lookups());
  }

  @Override
  public Map<String, Map<String, Double>> getStages() {
    return Figures.stages(performance().store().stages());
  }

  @Override
  public Map<String, String> getTraits() {
    return performance().store().traits();
  }

  @Override
  public Map<String, Long> getCpuNanos() {
    return Figures.cpuNanos(performance().process());
  }

  @Override
  public Map<String, Long> getPauses() {
    return Figures.pauses(performance().process());
  }

  @Override
  public long getHeapUsedBytes() {
    return performance().process().heap().heapUsedBytes();
  }

  @Override
  public long getHeapMaxBytes() {
    return performance().process().heap().heapMaxBytes();
  }

  @Override
  public void close() throws DaemonException {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException failure) {
      throw new DaemonException(name + " was not registered any more: " + failure, failure);
    }
  }
}
