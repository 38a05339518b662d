package io.pando.net;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;

/** Things to say. */
public final class Messages {
  private static final PgId GROUP = new PgId(new PoolId(1), 2);
  private static final ObjectId OBJECT = new ObjectId(3, "object");

  private Messages() {}

  static Message small(int number) {
    return new MonitorMessage.Subscribe(number);
  }

  static int number(Message message) {
    return switch (message) {
      case MonitorMessage.Subscribe small -> (int) small.haveEpoch();
      case ObjectMessage.Operate large -> (int) large.id().sequence();
      default -> throw new IllegalArgumentException("not a message of these tests: " + message);
    };
  }

  public static ObjectMessage.Operate large(int number, Payload... data) {
    List<ObjectOp> ops = new ArrayList<>();
    for (Payload part : data) {
      ops.add(new ObjectOp.Append(part));
    }
    return new ObjectMessage.Operate(
        new RequestId(1, number), 1, GROUP, OBJECT, ops, ObjectMessage.Sending.FIRST);
  }

  public static Payload bytes(int size, int seed) {
    byte[] bytes = new byte[size];
    new Random64(seed).nextBytes(bytes);
    return Payload.wrap(bytes);
  }
}
