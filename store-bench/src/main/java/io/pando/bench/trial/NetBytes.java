package io.pando.bench.trial;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.socket.DaemonQuestion;
import io.pando.id.OsdId;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Bytes that OSDs sent to one another, by the counters that each daemon shows on its socket. */
public final class NetBytes {
  private static final String METER = "pando.network.traffic";

  private NetBytes() {}

  /** Bytes that these OSDs, which run, have sent to OSDs since they started. */
  public static long sent(ClusterConfig config, Collection<OsdId> osds) throws IOException {
    long sum = 0;
    for (OsdId osd : osds) {
      sum += sent(DaemonQuestion.ask(config, osd.toString(), "perf"));
    }
    return sum;
  }

  /** The same from the answer of one daemon. */
  static long sent(JsonNode perf) {
    double sum = 0;
    for (Map.Entry<String, JsonNode> series : perf.path(METER).properties()) {
      if (series.getKey().contains("direction=out") && series.getKey().contains("peer=osd")) {
        for (JsonNode value : series.getValue()) {
          sum += value.asDouble();
        }
      }
    }
    return (long) sum;
  }
}
