package io.pando.disk.raw.pipeline;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionRulesTest {
  private static final CollectionId HERE = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final CollectionId OTHER = CollectionId.of(new PgId(new PoolId(1), 1));

  private final CollectionRules rules = new CollectionRules(List.of(HERE));

  private static StoreOp touch(CollectionId collection) {
    return new StoreOp.Touch(collection, new ObjectId(1, "a"));
  }

  @Test
  void stepsAreForCollectionsThatAreThere() {
    assertThatCode(() -> rules.take(Transaction.of(touch(HERE)))).doesNotThrowAnyException();
    refused(Transaction.of(touch(HERE), touch(OTHER)));
    refused(Transaction.of(touch(OTHER)));
  }

  @Test
  void whatATransactionMakesIsThereFromThenOn() {
    refused(Transaction.of(touch(OTHER), new StoreOp.CreateCollection(OTHER)));
    rules.take(Transaction.of(new StoreOp.CreateCollection(OTHER), touch(OTHER)));
    rules.take(Transaction.of(touch(OTHER)));
    refused(Transaction.of(new StoreOp.CreateCollection(OTHER)));
    rules.take(Transaction.of(touch(OTHER), new StoreOp.RemoveCollection(OTHER)));
    refused(Transaction.of(touch(OTHER)));
  }

  @Test
  void theCollectionOfAnOriginMustBeThere() {
    ObjectId object = new ObjectId(1, "a");
    StoreOp.Origin origin = new StoreOp.Origin(OTHER, object);
    StoreOp range = new StoreOp.CloneRange(HERE, object, origin, new ByteRange(0, 1));
    refused(Transaction.of(touch(HERE), range));
    refused(Transaction.of(new StoreOp.Clone(HERE, object, origin)));
    refused(Transaction.of(range, new StoreOp.CreateCollection(OTHER)));
    rules.take(Transaction.of(new StoreOp.CreateCollection(OTHER), range));
    rules.take(Transaction.of(range));
    refused(Transaction.of(new StoreOp.RemoveCollection(OTHER), range));
  }

  private void refused(Transaction transaction) {
    assertThatThrownBy(() -> rules.take(transaction))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("collection " + OTHER + " must");
  }
}
