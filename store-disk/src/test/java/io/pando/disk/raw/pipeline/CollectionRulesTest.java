package io.pando.disk.raw.pipeline;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  private void refused(Transaction transaction) {
    assertThatThrownBy(() -> rules.take(transaction))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("collection " + OTHER + " must");
  }
}
