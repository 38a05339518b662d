package io.pando.fuse;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Another process, which maps files of a mount; one mapping at a time. The process that serves a
 * mount must not map its files: {@code mmap} waits for pages that are written back and has the
 * memory of its process locked meanwhile, and the threads that answer those writes need memory.
 *
 * <p>One thread at a time uses it.
 */
public final class MappingProcess implements AutoCloseable {
  private static final int MAP = 1;
  private static final int GET = 2;
  private static final int PUT = 3;
  private static final int FORCE = 4;
  private static final int MOST_SECONDS = 10;

  private final Process process;
  private final DataInputStream in;
  private final DataOutputStream out;

  private MappingProcess(Process process) {
    this.process = process;
    this.in = new DataInputStream(process.getInputStream());
    this.out = new DataOutputStream(process.getOutputStream());
  }

  /** Starts a process without a mapping. */
  public static MappingProcess start() throws IOException {
    String classes =
        MappingProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return new MappingProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                MappingProcess.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Maps a range of a file, instead of the range before. */
  public void map(Path file, boolean writable, long offset, int length) throws IOException {
    out.writeByte(MAP);
    out.writeUTF(file.toString());
    out.writeBoolean(writable);
    out.writeLong(offset);
    out.writeInt(length);
    finish();
  }

  /** Reads bytes of the mapping. */
  public byte[] get(int index, int length) throws IOException {
    out.writeByte(GET);
    out.writeInt(index);
    out.writeInt(length);
    finish();
    return in.readNBytes(length);
  }

  /** Reads one byte of the mapping. */
  public byte get(int index) throws IOException {
    return get(index, 1)[0];
  }

  /** Writes bytes to the mapping. */
  public void put(int index, byte... bytes) throws IOException {
    out.writeByte(PUT);
    out.writeInt(index);
    out.writeInt(bytes.length);
    out.write(bytes);
    finish();
  }

  /** Makes the mapping durable. */
  public void force() throws IOException {
    out.writeByte(FORCE);
    finish();
  }

  private void finish() throws IOException {
    out.flush();
    if (!in.readBoolean()) {
      throw new IOException("a process that maps files failed: " + in.readUTF());
    }
  }

  /** Ends the process. */
  @Override
  public void close() throws IOException {
    out.close();
    try {
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  // The process itself

  /** Executes commands until the input ends. */
  public static void main(String[] arguments) throws IOException {
    DataInputStream commands = new DataInputStream(System.in);
    DataOutputStream answers = new DataOutputStream(System.out);
    MappedByteBuffer mapping = null;
    while (true) {
      int command;
      try {
        command = commands.readByte();
      } catch (EOFException e) {
        return;
      }
      try {
        if (command == MAP) {
          mapping = mapped(commands);
          answers.writeBoolean(true);
        } else {
          execute(command, mapping, commands, answers);
        }
      } catch (IOException e) {
        answers.writeBoolean(false);
        answers.writeUTF(e.toString());
      }
      answers.flush();
    }
  }

  private static MappedByteBuffer mapped(DataInputStream commands) throws IOException {
    Path file = Path.of(commands.readUTF());
    boolean writable = commands.readBoolean();
    long offset = commands.readLong();
    int length = commands.readInt();
    try (FileChannel channel =
        writable
            ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, offset, length);
    }
  }

  private static void execute(
      int command,
      @Nullable MappedByteBuffer mapping,
      DataInputStream commands,
      DataOutputStream answers)
      throws IOException {
    if (mapping == null) {
      throw new IOException("nothing is mapped");
    }
    switch (command) {
      case GET -> {
        int index = commands.readInt();
        byte[] bytes = new byte[commands.readInt()];
        mapping.get(index, bytes);
        answers.writeBoolean(true);
        answers.write(bytes);
      }
      case PUT -> {
        int index = commands.readInt();
        byte[] bytes = commands.readNBytes(commands.readInt());
        mapping.put(index, bytes);
        answers.writeBoolean(true);
      }
      case FORCE -> {
        mapping.force();
        answers.writeBoolean(true);
      }
      default -> throw new IOException("command " + command);
    }
  }
}
