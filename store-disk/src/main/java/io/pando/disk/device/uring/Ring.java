package io.pando.disk.device.uring;

import io.pando.check.Invariant;
import io.pando.disk.device.Posix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * An io_uring of the kernel: two queues in memory shared with the kernel. Entries of the submission
 * queue describe requests. {@code io_uring_enter} submits them and waits for entries of the
 * completion queue, which give the results.
 *
 * <p>Each queue is an array whose length is a power of two, with counters of all entries ever put
 * in (tail) and taken out (head). A counter is written with release and the other side's counter is
 * read with acquire, so that the entries are visible when the counter says so.
 *
 * <p>Invariant: between two runs no request is in flight.
 */
final class Ring implements Submissions {
  private static final int ENTRIES = 128;

  // struct io_uring_params
  private static final int PARAMETERS_BYTES = 120;
  private static final int SQ_ENTRIES = 0;
  private static final int CQ_ENTRIES = 4;
  private static final int FEATURES = 20;
  private static final int SQ_OFFSETS = 40;
  private static final int CQ_OFFSETS = 80;
  private static final int FEATURE_SINGLE_MMAP = 1;

  // struct io_sqring_offsets and io_cqring_offsets
  private static final int HEAD = 0;
  private static final int TAIL = 4;
  private static final int MASK = 8;
  private static final int CQ_CQES = 20;
  private static final int SQ_ARRAY = 24;

  // struct io_uring_sqe
  private static final int SQE_BYTES = 64;
  private static final int SQE_FILE = 4;
  private static final int SQE_OFFSET = 8;
  private static final int SQE_ADDRESS = 16;
  private static final int SQE_LENGTH = 24;
  private static final int SQE_TOKEN = 32;
  private static final byte OP_WRITE = 23;

  // struct io_uring_cqe
  private static final int CQE_BYTES = 16;
  private static final int CQE_RESULT = 8;

  // struct io_uring_probe
  private static final int REGISTER_PROBE = 8;
  private static final int PROBE_HEADER_BYTES = 16;
  private static final int PROBE_OP_BYTES = 8;
  private static final int PROBE_OP_FLAGS = 2;
  private static final int PROBE_OPS = 256;

  private static final long SQES_AT = 0x10000000L;
  private static final int ENTER_GET_EVENTS = 1;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle COUNT = INT.varHandle();

  private final Kernel kernel;
  private final Arena arena;
  private final int descriptor;
  private final MemorySegment queues;
  private final MemorySegment entries;
  private final int capacity;
  private final long submissionTail;
  private final int submissionMask;
  private final long completionHead;
  private final long completionTail;
  private final int completionMask;
  private final long completions;
  private int tail;
  private int prepared;
  private boolean broken;

  private Ring(Kernel kernel, Arena arena, int descriptor, MemorySegment parameters)
      throws IOException {
    this.kernel = kernel;
    this.arena = arena;
    this.descriptor = descriptor;
    this.capacity = parameters.get(INT, SQ_ENTRIES);
    long array = parameters.get(INT, SQ_OFFSETS + SQ_ARRAY);
    this.completions = parameters.get(INT, CQ_OFFSETS + CQ_CQES);
    long behindArray = array + (long) capacity * Integer.BYTES;
    long behindCompletions = completions + (long) parameters.get(INT, CQ_ENTRIES) * CQE_BYTES;
    this.queues = map(0, Math.max(behindArray, behindCompletions));
    this.entries = map(SQES_AT, (long) capacity * SQE_BYTES);
    this.submissionTail = parameters.get(INT, SQ_OFFSETS + TAIL);
    this.submissionMask = queues.get(INT, parameters.get(INT, SQ_OFFSETS + MASK));
    this.completionHead = parameters.get(INT, CQ_OFFSETS + HEAD);
    this.completionTail = parameters.get(INT, CQ_OFFSETS + TAIL);
    this.completionMask = queues.get(INT, parameters.get(INT, CQ_OFFSETS + MASK));
    for (int i = 0; i < capacity; i++) {
      queues.set(INT, array + (long) i * Integer.BYTES, i);
    }
  }

  /**
   * Makes a ring.
   *
   * @throws IOException if the kernel has no io_uring, or does not allow it
   */
  static Ring open() throws IOException {
    Kernel kernel = new Kernel();
    Arena arena = Arena.ofShared();
    boolean complete = false;
    int descriptor = -1;
    try {
      MemorySegment parameters = arena.allocate(PARAMETERS_BYTES, Long.BYTES);
      descriptor = kernel.setup(ENTRIES, parameters);
      check(descriptor, "io_uring_setup");
      if ((parameters.get(INT, FEATURES) & FEATURE_SINGLE_MMAP) == 0) {
        throw new IOException("io_uring of this kernel is too old");
      }
      probe(kernel, descriptor, arena);
      Ring ring = new Ring(kernel, arena, descriptor, parameters);
      complete = true;
      return ring;
    } finally {
      if (!complete) {
        arena.close();
        if (descriptor >= 0) {
          int _ = kernel.close(descriptor);
        }
      }
    }
  }

  private static void probe(Kernel kernel, int ring, Arena arena) throws IOException {
    MemorySegment probe =
        arena.allocate(PROBE_HEADER_BYTES + PROBE_OPS * PROBE_OP_BYTES, Long.BYTES);
    check(kernel.register(ring, REGISTER_PROBE, probe, PROBE_OPS), "io_uring_register");
    long write = PROBE_HEADER_BYTES + OP_WRITE * PROBE_OP_BYTES;
    if ((probe.get(ValueLayout.JAVA_SHORT, write + PROBE_OP_FLAGS) & 1) == 0) {
      throw new IOException("io_uring of this kernel cannot write");
    }
  }

  /** The memory segment is reinterpreted with the length that the kernel reported. */
  @SuppressWarnings("restricted")
  private MemorySegment map(long offset, long bytes) throws IOException {
    long address = kernel.map(descriptor, offset, bytes);
    check(address, "mmap");
    return MemorySegment.ofAddress(address)
        .reinterpret(bytes, arena, memory -> unmap(memory.address(), bytes));
  }

  private void unmap(long address, long bytes) {
    int result = kernel.unmap(address, bytes);
    Invariant.check(result == 0, () -> "munmap: error " + -result);
  }

  private static void check(long result, String call) throws IOException {
    // mmap may return addresses in the upper half; only the last page stands for error numbers.
    if (result < 0 && result > -4096) {
      throw new IOException(call + ": error " + -result);
    }
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public void write(int token, int file, long offset, long address, int bytes) {
    Invariant.check(prepared < capacity, "more writes than the ring has entries for");
    MemorySegment entry =
        entries.asSlice((long) (tail & submissionMask) * SQE_BYTES, SQE_BYTES).fill((byte) 0);
    entry.set(ValueLayout.JAVA_BYTE, 0, OP_WRITE);
    entry.set(INT, SQE_FILE, file);
    entry.set(LONG, SQE_OFFSET, offset);
    entry.set(LONG, SQE_ADDRESS, address);
    entry.set(INT, SQE_LENGTH, bytes);
    entry.set(LONG, SQE_TOKEN, token);
    tail++;
    prepared++;
  }

  @Override
  public void run(Results results) throws IOException {
    if (broken) {
      throw new IOException("a ring that failed before");
    }
    broken = true;
    COUNT.setRelease(queues, submissionTail, tail);
    int waiting = prepared;
    int missing = prepared;
    prepared = 0;
    while (missing > 0) {
      int submitted = kernel.enter(descriptor, waiting, missing, ENTER_GET_EVENTS);
      if (submitted >= 0) {
        waiting -= submitted;
      } else if (submitted != -Posix.EINTR) {
        awaitRest(submitted, missing - waiting);
      }
      missing -= collect(results);
    }
    broken = false;
  }

  /** The kernel lacks a resource, which the completion of requests in flight may release. */
  private void awaitRest(int error, int underWay) throws IOException {
    boolean passing = error == -Kernel.EAGAIN || error == -Kernel.EBUSY;
    if (!passing || underWay == 0) {
      throw new IOException("io_uring_enter: error " + -error);
    }
    int result = kernel.enter(descriptor, 0, underWay, ENTER_GET_EVENTS);
    if (result < 0 && result != -Posix.EINTR) {
      throw new IOException("io_uring_enter: error " + -result);
    }
  }

  private int collect(Results results) {
    int head = (int) COUNT.get(queues, completionHead);
    int end = (int) COUNT.getAcquire(queues, completionTail);
    int count = end - head;
    for (; head != end; head++) {
      long entry = completions + (long) (head & completionMask) * CQE_BYTES;
      results.onResult((int) queues.get(LONG, entry), queues.get(INT, entry + CQE_RESULT));
    }
    COUNT.setRelease(queues, completionHead, head);
    return count;
  }

  @Override
  public void close() {
    arena.close();
    int result = kernel.close(descriptor);
    Invariant.check(result == 0, () -> "close of a ring: error " + -result);
  }
}
