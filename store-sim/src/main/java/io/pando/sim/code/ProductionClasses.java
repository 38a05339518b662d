package io.pando.sim.code;

import io.pando.client.objecter.Objecter;
import io.pando.disk.log.OperationLog;
import io.pando.mon.state.MonitorState;
import io.pando.osd.pg.PlacementGroup;
import io.pando.probe.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the class files of the production modules that the simulator runs. */
public final class ProductionClasses {
  /** One class of each module, to find the place from which the module's classes are loaded. */
  private static final List<Class<?>> MODULES =
      List.of(
          Probe.class,
          OperationLog.class,
          PlacementGroup.class,
          MonitorState.class,
          Objecter.class);

  private ProductionClasses() {}

  /**
   * All classes, those of each module in the order of their names.
   *
   * @throws UncheckedIOException if they cannot be read
   */
  public static List<ClassModel> all() {
    List<ClassModel> all = new ArrayList<>();
    for (Class<?> one : MODULES) {
      try {
        readModule(one, all);
      } catch (IOException | URISyntaxException e) {
        throw new UncheckedIOException(
            new IOException("classes of the module of " + one.getName() + ": " + e, e));
      }
    }
    return all;
  }

  private static void readModule(Class<?> one, List<ClassModel> all)
      throws IOException, URISyntaxException {
    Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      readTree(place, all);
    } else {
      try (FileSystem archive = FileSystems.newFileSystem(place)) {
        readTree(archive.getPath("/"), all);
      }
    }
  }

  private static void readTree(Path root, List<ClassModel> all) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(root)) {
      files = found.filter(ProductionClasses::isType).sorted().toList();
    }
    for (Path file : files) {
      all.add(ClassFile.of().parse(Files.readAllBytes(file)));
    }
  }

  private static boolean isType(Path file) {
    return file.toString().endsWith(".class") && !file.endsWith("module-info.class");
  }
}
