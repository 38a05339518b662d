package io.pando.client.fs.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import io.pando.id.PoolId;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One run with random requests on one file. */
final class FileDataStorm {
  private static final Ino INO = new Ino(0x10000000000L);
  private static final CapabilitySet ALONE =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);
  private static final CapabilitySet SHARED = CapabilitySet.of(Capability.READ, Capability.WRITE);
  private static final CapabilitySet LAZY = SHARED.union(CapabilitySet.of(Capability.LAZY));
  private static final int STEPS = 200;
  private static final int LARGEST = 60_000;

  private final Random64 random;
  private final int failOneIn;
  private final FileLayout layout;
  private final FileData data;
  private final FakeObjects objects = new FakeObjects();
  private final FileModel model = new FileModel();
  private final List<DataEffect.Call> made = new ArrayList<>();
  private final List<DataInput> answers = new ArrayList<>();
  private final Map<Long, Consumer<DataEffect>> open = new TreeMap<>();
  private CapabilitySet held = ALONE;
  private long writableTo = 20_000;
  private long now;
  private long tokens;
  private int writes;
  private long cutTo;
  private int cutAt;
  private boolean alone;
  private boolean grantDue;
  private long errors;

  FileDataStorm(long seed, int failOneIn) {
    this.random = new Random64(seed);
    this.failOneIn = failOneIn;
    int unit = FileLayout.UNIT_STEP * (1 + random.nextInt(2));
    this.layout =
        new FileLayout(unit, 1 + random.nextInt(3), unit * (1 + random.nextInt(3)), new PoolId(1));
    long cache = random.between(2_000, 80_000);
    int ahead = random.nextInt(10_000);
    this.data =
        new FileData(
            new FileDataConfig(
                cache,
                random.between(1_000, cache),
                random.nextInt(ahead + 1),
                ahead,
                random.nextInt(50),
                500 + random.nextInt(20_000)));
  }

  long errorsTold() {
    return errors;
  }

  void run() {
    step(new DataInput.Opened(INO, layout, 0, held, writableTo));
    for (int i = 0; i < STEPS; i++) {
      act();
    }
    settle();
    sync();
    settle();
    assertThat(open).isEmpty();
    assertThat(data.isDirty(INO)).isFalse();
    int size = (int) data.sizeOf(INO);
    if (failOneIn == 0) {
      assertThat((long) size).isEqualTo(model.size(model.view(), true, cutTo, cutAt));
      model.check(model.view(), 0, objects.bytes(INO, layout, size), false);
    }
    request(token -> new DataInput.Closed(token, INO), _ -> {});
    settle();
    assertThat(data.cachedBytes()).isZero();
  }

  private void act() {
    now++;
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> write();
      case 3, 4 -> read();
      case 5, 6, 7 -> execute();
      case 8, 9 -> deliver();
      case 10 -> step(new DataInput.Ticked());
      default -> rare();
    }
  }

  private void rare() {
    switch (random.nextInt(7)) {
      case 0 -> truncate();
      case 1 -> sync();
      case 2 -> flush();
      case 3 -> zero();
      case 4 -> share();
      case 5 -> seek();
      default -> {
        if (held.contains(Capability.CACHE) || held.contains(Capability.LAZY)) {
          step(new DataInput.Invalidated(INO, range()));
        }
      }
    }
  }

  private ByteRange range() {
    int length = random.nextBoolean() ? random.nextInt(500) : random.nextInt(15_000);
    return new ByteRange(random.nextInt(LARGEST - length), length);
  }

  private void write() {
    ByteRange range = range();
    int number = ++writes;
    byte[] bytes = FileModel.bytes(number, range.offset(), (int) range.length());
    int change = model.begin(number, range.offset(), range.end(), range.length() > 0);
    request(
        token -> new DataInput.Write(token, INO, range.offset(), Payload.wrap(bytes)),
        answer -> {
          if (answer instanceof DataEffect.Done) {
            model.done(change);
            if (failOneIn == 0
                && !held.contains(Capability.BUFFER)
                && !held.contains(Capability.LAZY)) {
              checkDurable(range, model.view());
            }
          }
        });
  }

  private void zero() {
    long size = data.sizeOf(INO);
    ByteRange range = Ranges.before(range(), size);
    int change = model.begin(0, range.offset(), range.end(), false);
    request(
        token -> new DataInput.Zero(token, INO, range),
        answer -> {
          if (answer instanceof DataEffect.Done) {
            model.done(change);
          }
        });
  }

  private void read() {
    ByteRange range = range();
    FileModel.View view = model.view();
    long least = Math.min(range.length(), model.size(view, true, cutTo, cutAt) - range.offset());
    request(
        token -> new DataInput.Read(token, INO, range),
        answer -> {
          if (answer instanceof DataEffect.Bytes read) {
            byte[] bytes = read.bytes().toByteArray();
            long most = model.size(view, false, cutTo, cutAt) - range.offset();
            assertThat((long) bytes.length).isBetween(Math.max(0, least), Math.max(0, most));
            model.check(view, range.offset(), bytes, failOneIn > 0);
          } else {
            assertThat(failOneIn).isPositive();
          }
        });
  }

  private void sync() {
    FileModel.View view = model.view();
    request(
        token -> new DataInput.Sync(token, INO),
        answer -> {
          errors += answer instanceof DataEffect.Failed ? 1 : 0;
          checkDurable(new ByteRange(0, data.sizeOf(INO)), view);
        });
  }

  private void flush() {
    ByteRange range = range();
    FileModel.View view = model.view();
    request(token -> new DataInput.Flush(token, INO, range), _ -> checkDurable(range, view));
  }

  private void checkDurable(ByteRange range, FileModel.View view) {
    if (failOneIn == 0) {
      byte[] all = objects.bytes(INO, layout, (int) range.end());
      byte[] bytes = new byte[(int) range.length()];
      System.arraycopy(all, (int) range.offset(), bytes, 0, bytes.length);
      model.check(view, range.offset(), bytes, false);
    }
  }

  /** The server cuts the objects when no write behind the new end is under way. */
  private void truncate() {
    settle();
    long size = random.nextInt(LARGEST);
    int change = model.begin(0, size, Long.MAX_VALUE, false);
    request(
        token -> new DataInput.Truncate(token, INO, size),
        _ -> {
          objects.cutOff(INO, layout, size);
          model.done(change);
          cutTo = size;
          cutAt = change;
        });
    settle();
  }

  /** Another client opens the file, writes, and closes it. */
  private void share() {
    settle();
    CapabilitySet next = List.of(ALONE, SHARED, LAZY).get(random.nextInt(3));
    held = held.intersection(next);
    request(
        token -> new DataInput.Revoked(token, INO, next),
        _ -> {
          if (failOneIn == 0 && next.equals(SHARED)) {
            assertThat(data.isDirty(INO)).isFalse();
            assertThat(data.cachedBytes()).isZero();
            writeAsAnother();
          }
        });
    settle();
    held = next;
    step(new DataInput.Granted(INO, next, writableTo));
  }

  private void writeAsAnother() {
    ByteRange range = range();
    int number = ++writes;
    int change = model.begin(number, range.offset(), range.end(), range.length() > 0);
    objects.write(
        INO, layout, range.offset(), FileModel.bytes(number, range.offset(), (int) range.length()));
    model.done(change);
    alone = true;
  }

  private void seek() {
    long offset = random.nextInt(LARGEST);
    boolean hole = random.nextBoolean();
    request(
        token -> new DataInput.Seek(token, INO, offset, !hole),
        answer -> {
          if (answer instanceof DataEffect.Found found) {
            assertThat(found.offset()).isBetween(-1L, data.sizeOf(INO));
            assertThat(found.offset() == -1 || found.offset() >= offset).isTrue();
          }
        });
  }

  private void request(
      java.util.function.LongFunction<DataInput> of, Consumer<DataEffect> onAnswer) {
    long token = ++tokens;
    open.put(token, onAnswer);
    step(of.apply(token));
  }

  private void step(DataInput input) {
    List<DataEffect> effects = new ArrayList<>();
    data.step(now, input, effects::add);
    effects.forEach(this::take);
    if (alone) {
      alone = false;
      long size = Math.max(data.sizeOf(INO), model.size(model.view(), true, cutTo, cutAt));
      step(new DataInput.Resized(INO, size));
    }
  }

  private void take(DataEffect effect) {
    switch (effect) {
      case DataEffect.Call call -> made.add(call);
      case DataEffect.AskWritable ask -> {
        writableTo = Math.max(writableTo, ask.to());
        grantDue = true;
      }
      case DataEffect.Bytes bytes -> answered(bytes.token(), effect);
      case DataEffect.Done done -> answered(done.token(), effect);
      case DataEffect.Failed failed -> {
        assertThat(failOneIn).isPositive();
        answered(failed.token(), effect);
      }
      case DataEffect.Found found -> answered(found.token(), effect);
      case DataEffect.Returned returned -> answered(returned.token(), effect);
    }
  }

  private void answered(long token, DataEffect answer) {
    Consumer<DataEffect> waits = open.remove(token);
    assertThat(waits).as("request %s, answered with %s", token, answer).isNotNull();
    java.util.Objects.requireNonNull(waits).accept(answer);
  }

  /** Executes any call, so that calls that overlap must not be under way together. */
  private void execute() {
    if (!made.isEmpty()) {
      DataEffect.Call call = made.remove(random.nextInt(made.size()));
      if (failOneIn > 0 && random.oneIn(failOneIn)) {
        answers.add(
            random.nextBoolean()
                ? new DataInput.Unanswered(call.call(), FsError.EIO)
                : new DataInput.Answered(
                    call.call(), new OpOutcome.Failed(OpError.NO_SPACE, 0, "")));
      } else {
        answers.add(new DataInput.Answered(call.call(), objects.execute(call)));
      }
    }
  }

  private void deliver() {
    if (grantDue) {
      grantDue = false;
      step(new DataInput.Granted(INO, held, writableTo));
    }
    if (!answers.isEmpty()) {
      step(answers.remove(random.nextInt(answers.size())));
    }
  }

  private void settle() {
    while (grantDue || !made.isEmpty() || !answers.isEmpty()) {
      execute();
      deliver();
    }
  }
}
