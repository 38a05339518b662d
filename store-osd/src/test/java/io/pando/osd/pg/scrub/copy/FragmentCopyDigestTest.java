package io.pando.osd.pg.scrub.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.digest.DigestKey;
import io.pando.erasure.digest.LinearDigest;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.Sound;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.random.Random64;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.Arrays;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units of 64 bytes on two data positions: the second one has fewer bytes of the last stripe. */
class FragmentCopyDigestTest {
  private static final ObjectId OBJECT = new ObjectId(3, "o");
  private static final Version VERSION = new Version(1, 3);
  private static final long KEY = 99;
  private static final int OBJECT_BYTES = 64 * 3 + 10;

  private final Fragments fragments =
      new Fragments(
          LinearCode.of(CodeParameters.of(2, 1), new PlainKernel()), new StripeLayout(2, 64));
  private final LinearDigest linear = new LinearDigest(DigestKey.of(KEY));
  private final byte[] bytes = new byte[64 * 2];

  FragmentCopyDigestTest() {
    new Random64(5).nextBytes(bytes);
  }

  private CopyState read(int position, int length, int pieceBytes) {
    PlainObject stored = new PlainObject();
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(
        ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(VERSION, 7, OBJECT_BYTES)));
    stored.apply(new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, attributes));
    stored.apply(
        new StoreOp.Write(
            GroupHarness.COLLECTION, OBJECT, 0, Payload.wrap(Arrays.copyOf(bytes, length))));
    ObjectReading reading =
        new ObjectReading(
            OBJECT, () -> new FragmentCopyDigest(fragments, position, KEY, linear), pieceBytes);
    while (reading.state() == null) {
      reading.take(new ReadOutcome.Found(stored.view(reading.query(), 16)));
    }
    return Objects.requireNonNull(reading.state());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 33, 1_000})
  void theDigestDoesNotDependOnThePieces(int pieceBytes) {
    Sound sound = (Sound) read(0, bytes.length, pieceBytes);
    assertThat(sound.version()).isEqualTo(VERSION);
    assertThat(sound.fragment()).isEqualTo(linear.of(bytes));
  }

  @Test
  void allPositionsHaveTheSameContentBesideTheFragment() {
    Sound first = (Sound) read(0, 128, 1_000);
    Sound second = (Sound) read(1, 74, 1_000);
    assertThat(second.content()).isEqualTo(first.content());
    assertThat(first.content().size()).isEqualTo(OBJECT_BYTES);
    assertThat(second.fragment()).isNotEqualTo(first.fragment());
  }

  @Test
  void aFragmentOfAWrongSizeIsDamaged() {
    assertThat(read(0, 127, 1_000))
        .isEqualTo(new Damaged(VERSION, "the fragment has 127 bytes, not 128"));
    assertThat(read(1, 75, 1_000))
        .isEqualTo(new Damaged(VERSION, "the fragment has 75 bytes, not 74"));
  }
}
