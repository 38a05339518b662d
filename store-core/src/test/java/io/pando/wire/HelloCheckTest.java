package io.pando.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.port.Network;
import java.util.UUID;
import org.assertj.core.api.OptionalAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which streams a node accepts. */
class HelloCheckTest {
  private static final ClusterId CLUSTER = new ClusterId(new UUID(1, 2));
  private static final NodeId MON = new NodeId(NodeId.Role.MON, 0);
  private static final NodeId OTHER_MON = new NodeId(NodeId.Role.MON, 1);
  private static final NodeId OSD = new NodeId(NodeId.Role.OSD, 3);
  private static final NodeId MDS = new NodeId(NodeId.Role.MDS, 5);
  private static final NodeId CLIENT = new NodeId(NodeId.Role.CLIENT, 77);
  private static final long NONCE = 0x123;

  private static OptionalAssert<String> refusal(NodeId listener, Greeting.Hello hello) {
    Network.Self self = new Network.Self(CLUSTER, listener, NONCE);
    return assertThat(new HelloCheck(self, 2).refusal(hello));
  }

  private static Greeting.Hello hello(@Nullable ClusterId cluster, NodeId from, NodeId to) {
    return new Greeting.Hello(cluster, from, 9, to, 0, 1);
  }

  private static OptionalAssert<String> dial(NodeId from, NodeId to) {
    return refusal(to, hello(CLUSTER, from, to));
  }

  @Test
  void monitorsDialMonitorsAndMetadataServers() {
    dial(MON, OTHER_MON).isEmpty();
    dial(MON, MDS).isEmpty();
    String only = "monitors dial only other monitors and metadata servers";
    dial(MON, OSD).get().asString().contains(only);
    dial(MON, CLIENT).get().asString().contains(only);
    dial(MON, MON).get().asString().contains(only);
  }

  @Test
  void allOthersDialEverybody() {
    for (NodeId from : new NodeId[] {OSD, MDS, CLIENT}) {
      for (NodeId to : new NodeId[] {MON, OSD, MDS}) {
        dial(from, to).isEmpty();
      }
    }
  }

  @Test
  void osdsHaveNumbersOfOsds() {
    dial(new NodeId(NodeId.Role.OSD, 65_535), MON).isEmpty();
    dial(new NodeId(NodeId.Role.OSD, 65_536), MON)
        .hasValueSatisfying(it -> assertThat(it).contains("65535"));
  }

  @Test
  void onlyAClientAsksAMonitorForTheCluster() {
    refusal(MON, hello(null, CLIENT, MON)).isEmpty();
    refusal(OSD, hello(null, CLIENT, OSD)).get().asString().contains("names none");
    refusal(MON, hello(null, OSD, MON)).get().asString().contains("names none");
    ClusterId other = new ClusterId(new UUID(3, 4));
    refusal(MON, hello(other, CLIENT, MON)).get().asString().contains("the dialler to " + other);
  }

  @Test
  void whatIsWantedMustListen() {
    refusal(MDS, hello(CLUSTER, CLIENT, OSD)).get().asString().contains("listens here, not");
    refusal(MDS, new Greeting.Hello(CLUSTER, CLIENT, 9, MDS, NONCE, 0)).isEmpty();
    refusal(MDS, new Greeting.Hello(CLUSTER, CLIENT, 9, MDS, 0x99, 0))
        .get()
        .asString()
        .contains("incarnation 99 of", "123 listens here now");
    for (int shard : new int[] {-1, 2}) {
      refusal(MDS, new Greeting.Hello(CLUSTER, CLIENT, 9, MDS, 0, shard))
          .get()
          .asString()
          .contains("has shards 0 to 1");
    }
  }
}
