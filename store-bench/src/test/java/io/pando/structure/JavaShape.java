package io.pando.structure;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Rules on the shape of Java files, from the compiler's own syntax trees. */
final class JavaShape {
  private static final int MAX_METHOD_LINES = 70;
  private static final int MAX_PARAMETERS = 6;
  private static final Pattern EMPTY_NAME =
      Pattern.compile(".*(Manager|Helper|Utils?|Impl|Base)|Abstract[A-Z].*|I[A-Z][a-z].*");

  private JavaShape() {}

  /** What the files, by their paths, break. */
  static List<Finding> check(SortedMap<String, String> files) {
    List<Finding> findings = new ArrayList<>();
    if (files.isEmpty()) {
      return findings;
    }
    List<Text> texts = new ArrayList<>();
    files.forEach((path, source) -> texts.add(new Text(path, source)));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavacTask task =
        (JavacTask) compiler.getTask(null, null, problem -> {}, List.of(), null, texts);
    DocTrees trees = DocTrees.instance(task);
    try {
      for (CompilationUnitTree unit : task.parse()) {
        String path = unit.getSourceFile().toUri().getPath().substring(1);
        new Scan(path, trees, findings).scan(unit, null);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return findings;
  }

  private static final class Scan extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final String path;
    private final DocTrees trees;
    private final List<Finding> findings;

    Scan(String path, DocTrees trees, List<Finding> findings) {
      this.path = path;
      this.trees = trees;
      this.findings = findings;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      String name = type.getSimpleName().toString();
      if (EMPTY_NAME.matcher(name).matches()) {
        complain(type, "type " + name + ": name it with the field's noun for what it is");
      }
      boolean isPublic = type.getModifiers().getFlags().contains(Modifier.PUBLIC);
      boolean isTop = getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree;
      if (isPublic && isTop && trees.getDocComment(getCurrentPath()) == null) {
        complain(type, "public type " + name + " has no Javadoc: say what it is");
      }
      if (type.getKind() == Tree.Kind.RECORD) {
        long components = type.getMembers().stream().filter(Scan::isComponent).count();
        if (components > MAX_PARAMETERS) {
          complain(type, name + " has " + components + " components: group them (at most 6)");
        }
      }
      return super.visitClass(type, null);
    }

    /** A record's instance fields are its components. */
    private static boolean isComponent(Tree member) {
      return member instanceof VariableTree field
          && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      String name = method.getName().toString();
      int lines = line(method, false) - line(method, true) + 1;
      if (lines > MAX_METHOD_LINES) {
        complain(method, "method " + name + " has " + lines + " lines: part it (at most 70)");
      }
      int parameters = method.getParameters().size();
      if (parameters > MAX_PARAMETERS) {
        complain(method, name + " has " + parameters + " parameters: make a record (at most 6)");
      }
      return super.visitMethod(method, null);
    }

    private void complain(Tree tree, String complaint) {
      findings.add(new Finding(path, line(tree, true), complaint));
    }

    private int line(Tree tree, boolean first) {
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      SourcePositions positions = trees.getSourcePositions();
      long at =
          first ? positions.getStartPosition(unit, tree) : positions.getEndPosition(unit, tree);
      LineMap lines = unit.getLineMap();
      return at < 0 ? 1 : (int) lines.getLineNumber(at);
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String path, String source) {
      super(URI.create("string:///" + path.replace(' ', '_')), JavaFileObject.Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
