package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.engine.PoolCalls;
import io.pando.client.objecter.Operation;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * The attributes of one object. The rules in {@link Pool} apply here too.
 *
 * {@snippet :
 * ObjectAttributes attributes = pool.attributes("cat.jpg");
 * attributes.set("type", "image/jpeg".getBytes(UTF_8));
 * String type = attributes.get("type").toUtf8();
 * }
 */
public final class ObjectAttributes {
  private final PoolCalls calls;
  private final String object;

  ObjectAttributes(PoolCalls calls, String object) {
    this.calls = calls;
    this.object = object;
  }

  /** One attribute; {@link PandoException.NoAttribute} if it does not exist. */
  public Payload get(String name) {
    return calls.get(getting(name));
  }

  /** See {@link #get}. */
  public CompletableFuture<Payload> getAsync(String name) {
    return calls.start(getting(name));
  }

  private ObjectCall<Payload> getting(String name) {
    return ObjectCall.query(object, new ObjectOp.GetAttribute(name), Handle.Results::attribute);
  }

  /** All attributes, by name. */
  public SortedMap<String, Payload> list() {
    return calls.get(listing());
  }

  /** See {@link #list}. */
  public CompletableFuture<SortedMap<String, Payload>> listAsync() {
    return calls.start(listing());
  }

  private ObjectCall<SortedMap<String, Payload>> listing() {
    return ObjectCall.query(object, new ObjectOp.ListAttributes(), Handle.Results::attributes);
  }

  /** Sets an attribute. Creates the object if it does not exist. */
  public Version set(String name, byte[] value) {
    return calls.get(setting(name, value));
  }

  /** See {@link #set}. */
  public CompletableFuture<Version> setAsync(String name, byte[] value) {
    return calls.start(setting(name, value));
  }

  private ObjectCall<Version> setting(String name, byte[] value) {
    return ObjectCall.mutation(object, new ObjectOp.SetAttribute(name, Payload.wrap(value)));
  }

  /** Removes an attribute; {@link PandoException.NoAttribute} if it does not exist. */
  public Version remove(String name) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.RemoveAttribute(name)));
  }

  /** See {@link #remove}. */
  public CompletableFuture<Version> removeAsync(String name) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.RemoveAttribute(name)));
  }

  /** Fails with {@link PandoException.ConditionFailed} unless the comparison holds. */
  public void check(String name, ObjectOp.Comparison comparison, byte[] value) {
    calls.get(checking(name, comparison, value));
  }

  /** See {@link #check}. Completes with the version of the object that was compared. */
  public CompletableFuture<Version> checkAsync(
      String name, ObjectOp.Comparison comparison, byte[] value) {
    return calls.start(checking(name, comparison, value));
  }

  private ObjectCall<Version> checking(String name, ObjectOp.Comparison comparison, byte[] value) {
    ObjectOperation operation =
        ObjectOperation.builder().compareAttribute(name, comparison, value).build();
    return new ObjectCall<>(
        object, operation.ops(), Operation.Concurrency.READERS, succeeded -> succeeded.version());
  }
}
