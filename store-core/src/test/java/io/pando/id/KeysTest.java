package io.pando.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.Peer;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Records that are used as keys for every message implement {@code equals} and {@code hashCode}.
 */
class KeysTest {
  private static final NodeId OSD = new NodeId(NodeId.Role.OSD, 3);

  /** A record twice, and others that differ from it in one component each. */
  private record Case(Record one, Record same, List<Record> others) {}

  private static final List<Case> CASES =
      List.of(
          new Case(new PoolId(1), new PoolId(1), List.of(new PoolId(2))),
          new Case(group(1, 2), group(1, 2), List.of(group(2, 2), group(1, 3))),
          new Case(
              new ObjectId(7, text("a")),
              new ObjectId(7, text("a")),
              List.of(new ObjectId(8, "a"), new ObjectId(7, "b"))),
          new Case(
              new RequestId(1L << 40, 2),
              new RequestId(1L << 40, 2),
              List.of(new RequestId(1, 2), new RequestId(1L << 40, 3))),
          new Case(
              new Version(4, 5), new Version(4, 5), List.of(new Version(3, 5), new Version(4, 6))),
          new Case(new OsdId(0), new OsdId(0), List.of(new OsdId(1))),
          new Case(
              OSD,
              new NodeId(NodeId.Role.OSD, 3),
              List.of(new NodeId(NodeId.Role.MON, 3), new NodeId(NodeId.Role.OSD, 4))),
          new Case(
              address(OSD, 1, "host", 2),
              address(OSD, 1, text("host"), 2),
              List.of(
                  address(new NodeId(NodeId.Role.OSD, 4), 1, "host", 2),
                  address(OSD, 2, "host", 2),
                  address(OSD, 1, "other", 2),
                  address(OSD, 1, "host", 3))),
          new Case(
              CollectionId.of(group(1, 2)),
              CollectionId.of(group(1, 2)),
              List.of(CollectionId.DAEMON, CollectionId.of(group(1, 3)))),
          new Case(
              CollectionId.aside(new ReplicaId(group(1, 2), 3)),
              CollectionId.aside(new ReplicaId(group(1, 2), 3)),
              List.of(
                  CollectionId.of(new ReplicaId(group(1, 2), 3)),
                  CollectionId.aside(new ReplicaId(group(1, 2), 4)))),
          new Case(
              new Peer.Dialed(address(OSD, 1, "host", 2), 1),
              new Peer.Dialed(address(OSD, 1, "host", 2), 1),
              List.of(
                  new Peer.Dialed(address(OSD, 1, "host", 2), 0),
                  new Peer.Dialed(address(OSD, 2, "host", 2), 1))),
          new Case(
              new Peer.Session(OSD, 1, 2),
              new Peer.Session(OSD, 1, 2),
              List.of(
                  new Peer.Session(new NodeId(NodeId.Role.OSD, 4), 1, 2),
                  new Peer.Session(OSD, 2, 2),
                  new Peer.Session(OSD, 1, 3))));

  private static PgId group(int pool, int seed) {
    return new PgId(new PoolId(pool), seed);
  }

  private static Address address(NodeId node, long nonce, String host, int port) {
    return new Address(node, nonce, host, port);
  }

  private static String text(String text) {
    return String.valueOf(text.toCharArray());
  }

  @Test
  void equalityIsThatOfAllComponents() {
    for (Case it : CASES) {
      assertThat(it.one()).isEqualTo(it.same()).hasSameHashCodeAs(it.same()).isNotEqualTo(null);
      assertThat(it.one()).isNotEqualTo("another type");
      for (Record other : it.others()) {
        assertThat(it.one()).isNotEqualTo(other);
        assertThat(other).isNotEqualTo(it.one());
      }
    }
  }

  /** The generated methods of a record use method handles, which are ten times as slow. */
  @Test
  void noneIsComparedByMethodHandles() throws IOException {
    for (Case it : CASES) {
      assertThat(handles(it.one().getClass())).as("%s", it.one().getClass()).isEmpty();
    }
  }

  private static List<String> handles(Class<?> type) throws IOException {
    try (InputStream bytes =
        type.getResourceAsStream(type.getName().replaceAll(".*\\.", "") + ".class")) {
      assertThat(bytes).isNotNull();
      ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
      return model.methods().stream().flatMap(KeysTest::handles).toList();
    }
  }

  private static Stream<String> handles(MethodModel method) {
    String name = method.methodName().stringValue();
    boolean compares = name.equals("equals") || name.equals("hashCode");
    return compares
            && method
                .code()
                .orElseThrow()
                .elementStream()
                .anyMatch(InvokeDynamicInstruction.class::isInstance)
        ? Stream.of(name)
        : Stream.of();
  }
}
