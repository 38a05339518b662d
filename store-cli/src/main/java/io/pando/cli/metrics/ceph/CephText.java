package io.pando.cli.metrics.ceph;

/**
 * Metrics in Prometheus' text format. Micrometer cannot show Ceph's names: it appends {@code
 * _total} to counters, and removes it from gauges such as {@code ceph_pg_total}.
 */
final class CephText {
  private final StringBuilder text = new StringBuilder();

  /** Begins a metric; its samples follow. */
  Family gauge(String name, String meaning) {
    return new Family(name, "gauge", meaning);
  }

  /** Begins a metric that decreases only when its daemon starts again; its samples follow. */
  Family counter(String name, String meaning) {
    return new Family(name, "counter", meaning);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** The samples of one metric. */
  final class Family {
    private final String name;

    private Family(String name, String type, String meaning) {
      this.name = name;
      text.append("# HELP ").append(name).append(' ').append(meaning).append('\n');
      text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    /** Adds a sample with labels, each a name and a value. */
    void add(long value, String... labels) {
      sample(Long.toString(value), labels);
    }

    /** Adds a sample with labels, each a name and a value. */
    void add(double value, String... labels) {
      long whole = (long) value;
      sample(whole == value ? Long.toString(whole) : Double.toString(value), labels);
    }

    private void sample(String value, String... labels) {
      text.append(name);
      for (int i = 0; i < labels.length; i += 2) {
        text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
        text.append(escaped(labels[i + 1])).append('"');
      }
      text.append(labels.length == 0 ? " " : "} ").append(value).append('\n');
    }
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
