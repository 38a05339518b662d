package io.pando.jmh;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Messages sent over loopback and sent back whole, each node on a loop of its own. Each message has
 * {@code sizeBytes} bytes in each direction. For large messages choose a depth whose bytes stay
 * below the limit of a queue: {@code -p sizeBytes=4194304 -p depth=8}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EchoBenchmark {
  private static final int BATCH = 256;

  /** By which system calls. */
  @Param({"epoll"})
  public String carrier = "epoll";

  /** Payload of a message. */
  @Param({"4096"})
  public int sizeBytes;

  /** Messages under way at once. */
  @Param({"1", "64"})
  public int depth;

  private Network network = open("nio");
  private Semaphore free = new Semaphore(0);
  private Runnable send = () -> {};
  private volatile @Nullable String broken;

  private static Network open(String carrier) {
    return ServiceLoader.load(Network.Provider.class).findFirst().orElseThrow().open(2, carrier);
  }

  /** Starts two nodes. */
  @Setup
  public void start() throws IOException {
    network.close();
    network = open(carrier);
    NodeId server = new NodeId(NodeId.Role.OSD, 0);
    Network.Node echo =
        network.attach(
            new Network.Self(null, server, 1),
            List.of(network.loops().get(0)),
            new Network.Listen("127.0.0.1", 0));
    Transport back = echo.endpoints().getFirst();
    back.listen(new Ear(message -> {}, back));
    NodeId client = new NodeId(NodeId.Role.CLIENT, 1);
    Network.Node asks =
        network.attach(new Network.Self(null, client, 2), List.of(network.loops().get(1)), null);
    Transport there = asks.endpoints().getFirst();
    there.listen(new Ear(message -> free.release(), null));
    Address address = Invariant.present(echo.address(), () -> "the echo listens");
    Peer.Dialed to = new Peer.Dialed(address, 0);
    Message message = write(sizeBytes);
    send = () -> network.loops().get(1).execute(() -> there.send(to, message));
    free = new Semaphore(depth);
  }

  private static Message write(int sizeBytes) {
    return new ObjectMessage.Operate(
        new RequestId(1, 2),
        3,
        new PgId(new PoolId(4), 5),
        new ObjectId(6, "object"),
        List.of(new ObjectOp.WriteFull(Payload.wrap(new byte[sizeBytes]))),
        ObjectMessage.Sending.FIRST);
  }

  /** What a node does with what it hears. */
  private final class Ear implements Transport.Listener {
    private final Consumer<Message> then;
    private final @Nullable Transport back;

    Ear(Consumer<Message> then, @Nullable Transport back) {
      this.then = then;
      this.back = back;
    }

    @Override
    public void onMessage(Peer from, Message message) {
      if (back != null) {
        back.send(from, message);
      }
      then.accept(message);
    }

    @Override
    public void onReset(Peer peer, String reason) {
      broken = peer + ": " + reason;
      free.release(BATCH);
    }
  }

  /** One message there and back. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void echo() {
    for (int i = 0; i < BATCH; i++) {
      free.acquireUninterruptibly();
      send.run();
    }
    String why = broken;
    if (why != null) {
      throw new IllegalStateException(why);
    }
  }

  /** Stops them. */
  @TearDown
  public void stop() {
    free.acquireUninterruptibly(depth);
    network.close();
  }
}
