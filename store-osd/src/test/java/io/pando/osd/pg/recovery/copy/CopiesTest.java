package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.Maps;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What must hold of each object on its way. */
final class CopiesTest {
  private static final ObjectId OBJECT = new ObjectId(1, "o");
  private static final Version AT = new Version(7, 3);
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));

  private final Copies copies = new Copies();
  private final ObjectCopy copy = new ObjectCopy(OBJECT, AT, new CopyBatch(1));

  private void holds() {
    copies.thoroughInvariants(Maps.GROUP);
  }

  private void isBroken(String how) {
    assertThatThrownBy(this::holds)
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageStartingWith("group " + Maps.GROUP + ": " + OBJECT + " is copied")
        .hasMessageContaining(how);
  }

  private static ObjectCopy.Step pulling(MemberId source) {
    return new ObjectCopy.Step.Pulling(source, new Wanted(OBJECT, AT, Cursor.START));
  }

  @Test
  void aCopyComesFromWhoIsAskedForIt() {
    copies.add(copy);
    holds();
    copy.step = pulling(B);
    isBroken("awaits");
    copy.source = B;
    isBroken("awaits");
    copy.tried.add(B);
    holds();
    copy.source = C;
    isBroken("awaits");
    copy.tried.add(C);
    isBroken("awaits");
    copy.step = pulling(C);
    holds();
  }

  @Test
  void onlyTargetsAreAwaitedAndOneAtLeast() {
    copies.add(copy);
    Copied removal = new Copied(OBJECT, AT, null);
    for (List<MemberId> awaited : List.of(List.<MemberId>of(), List.of(C), List.of(B, C))) {
      copy.targets.clear();
      copy.targets.add(B);
      copy.step = new ObjectCopy.Step.Signing(removal, new TreeSet<>(awaited), new TreeMap<>());
      isBroken("is copied to [osd.1]");
      copy.step = new ObjectCopy.Step.Pushing(removal, new TreeMap<>(), new TreeSet<>(awaited));
      isBroken("is copied to [osd.1]");
      copy.targets.add(C);
      if (awaited.isEmpty()) {
        isBroken("is copied to [osd.1, osd.2]");
      } else {
        holds();
      }
    }
  }

  @Test
  void itsBatchIsNotOver() {
    copies.add(copy);
    copy.batch.ended = true;
    isBroken("its batch is over");
    copy.batch.ended = false;
    copy.batch.open.clear();
    isBroken("its batch is over");
    copies.remove(copy);
    holds();
  }

  @Test
  void thoseAreCountedForWhichSomebodyWaits() {
    copies.add(copy);
    assertThat(copies.hurried()).isZero();
    ObjectCopy hurried = new ObjectCopy(new ObjectId(2, "h"), AT, new CopyBatch(0));
    copies.add(hurried);
    assertThat(copies.hurried()).isOne();
    holds();
    copies.remove(copy);
    assertThat(copies.hurried()).isOne();
    copies.remove(new ObjectCopy(hurried.object, AT, new CopyBatch(0)));
    assertThat(copies.hurried()).as("another copy of it").isOne();
    copies.remove(hurried);
    assertThat(copies.hurried()).isZero();
    assertThat(copies.size()).isZero();
    holds();
  }

  @Test
  void anObjectIsCopiedOnceAtATime() {
    copies.add(copy);
    ObjectCopy again = new ObjectCopy(OBJECT, AT, new CopyBatch(2));
    assertThat(copies.goesOn(copy)).isTrue();
    assertThat(copies.goesOn(again)).isFalse();
    assertThatThrownBy(() -> copies.add(again))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessage(OBJECT + " is copied twice at a time");
  }
}
