package io.pando.cli.metrics;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows each meter of a daemon as an MBean, {@code
 * io.pando:type=osd,daemon=osd.0,cluster=…,name=pando.osd.operation,operation=read,…}. An MBean has
 * an attribute for each statistic of its meter. It reads the meter when it is asked, so it costs
 * nothing otherwise; Micrometer's own registry for JMX would record everything a second time.
 * Meters of the Java virtual machine are left out, since it has MBeans of its own.
 */
final class MeterBeans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MeterBeans.class);
  private static final String OURS = "pando.";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ClusterId cluster;
  private final NodeId daemon;
  private final Map<Meter.Id, ObjectName> registered = new ConcurrentHashMap<>();

  private MeterBeans(ClusterId cluster, NodeId daemon) {
    this.cluster = cluster;
    this.daemon = daemon;
  }

  /** Shows all meters that are added to a registry from now on. */
  static MeterBeans of(MeterRegistry registry, ClusterId cluster, NodeId daemon) {
    MeterBeans beans = new MeterBeans(cluster, daemon);
    registry.config().onMeterAdded(beans::add).onMeterRemoved(beans::remove);
    return beans;
  }

  private void add(Meter meter) {
    if (!meter.getId().getName().startsWith(OURS)) {
      return;
    }
    try {
      ObjectName name = name(meter.getId());
      server.registerMBean(new Bean(meter), name);
      registered.put(meter.getId(), name);
    } catch (JMException failure) {
      LOG.warn("{}: {} is not shown by JMX: {}", daemon, meter.getId(), failure.toString());
    }
  }

  private void remove(Meter meter) {
    ObjectName name = registered.remove(meter.getId());
    if (name != null) {
      unregister(name);
    }
  }

  private void unregister(ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (JMException failure) {
      LOG.warn("{}: {} is not removed from JMX: {}", daemon, name, failure.toString());
    }
  }

  private ObjectName name(Meter.Id id) throws JMException {
    StringBuilder name = new StringBuilder("io.pando:type=");
    name.append(daemon.role().name().toLowerCase(Locale.ROOT));
    name.append(",cluster=").append(cluster).append(",name=").append(id.getName());
    for (Tag tag : id.getTags()) {
      name.append(',').append(tag.getKey()).append('=').append(quoted(tag.getValue()));
    }
    return new ObjectName(name.toString());
  }

  private static String quoted(String value) {
    return value.matches("[\\w.-]+") ? value : ObjectName.quote(value);
  }

  @Override
  public void close() {
    List.copyOf(registered.values()).forEach(this::unregister);
    registered.clear();
  }

  /** One meter. */
  private record Bean(Meter meter) implements DynamicMBean {
    private static String attribute(Measurement measurement) {
      String text = measurement.getStatistic().getTagValueRepresentation();
      return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
      for (Measurement measurement : meter.measure()) {
        if (attribute(measurement).equals(attribute)) {
          return measurement.getValue();
        }
      }
      throw new AttributeNotFoundException(meter.getId().getName() + " has no " + attribute);
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
      AttributeList found = new AttributeList();
      List<String> asked = List.of(attributes);
      for (Measurement measurement : meter.measure()) {
        String name = attribute(measurement);
        if (asked.contains(name)) {
          found.add(new Attribute(name, measurement.getValue()));
        }
      }
      return found;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
      throw new AttributeNotFoundException("a meter is only read");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
      return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
      throw new UnsupportedOperationException("a meter has no operation " + action);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
      String description = String.valueOf(meter.getId().getDescription());
      List<MBeanAttributeInfo> attributes = new ArrayList<>();
      for (Measurement measurement : meter.measure()) {
        attributes.add(
            new MBeanAttributeInfo(
                attribute(measurement), "double", description, true, false, false));
      }
      return new MBeanInfo(
          Meter.class.getName(),
          description,
          attributes.toArray(MBeanAttributeInfo[]::new),
          null,
          null,
          null);
    }
  }
}
