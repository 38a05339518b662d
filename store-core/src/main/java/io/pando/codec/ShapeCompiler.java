package io.pando.codec;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.pando.proto.FormatException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/**
 * Generates the {@link Coder} of a shape. For {@code record Entry(Version version, List<Result>
 * results, long size)} the generated code corresponds to this Java code:
 *
 * <pre>
 *   void write(ProtoWriter out, Object record) {
 *     Entry value = (Entry) record;
 *     ComponentCodec.message(out, 1 &lt;&lt; 3 | 2, CODER_OF_VERSION, value.version());
 *     FIELD_1.write(out, value.results());
 *     ComponentCodec.uint64(out, 3 &lt;&lt; 3, value.size());
 *   }
 *
 *   Object read(ProtoReader in) {
 *     Object c0 = null, c1 = null;
 *     long c2 = 0;
 *     int at = -1;
 *     try {
 *       while (in.hasMore()) {
 *         int tag = in.tag();
 *         switch (tag &gt;&gt;&gt; 3) {
 *           case 1: at = 0; c0 = ComponentCodec.message(in, tag &amp; 7, VERSION, CODER_OF_VERSION); break;
 *           case 2: at = 1; c1 = FIELD_1.read(in, tag &amp; 7, c1); break;
 *           case 3: at = 2; c2 = ComponentCodec.uint64(in, tag &amp; 7); break;
 *           default: at = -1; in.skip(tag &amp; 7);
 *         }
 *       }
 *       at = 0; if (c0 == null) c0 = FIELD_0.finish(in, c0);
 *       at = 1; c1 = FIELD_1.finish(in, c1);
 *       return new Entry((Version) c0, (List) c1, c2);
 *     } catch (FormatException e) {
 *       throw SHAPE.inside(e, at);
 *     }
 *   }
 * </pre>
 *
 * Names in capitals are constants. A loop over the fields would need many times the instructions:
 * each call in it would be megamorphic, and each number would be boxed. A {@linkplain Shape#group
 * group} has no code of its own: writing calls its accessors, and reading calls its constructor.
 */
public final class ShapeCompiler {
  private static final ClassDesc CODER = FieldCode.desc(Coder.class);
  private static final ClassDesc SHAPE = FieldCode.desc(Shape.class);
  private static final ClassDesc FAILURE = FieldCode.desc(FormatException.class);

  /** Finds the records' classes, which the system's class loader may not know. */
  private static final ClassHierarchyResolver OUR_CLASSES =
      ClassHierarchyResolver.ofClassLoading(Coder.class.getClassLoader());

  private static final MethodTypeDesc WRITE =
      MethodTypeDesc.of(CD_void, FieldCode.WRITER, CD_Object);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, FieldCode.READER);

  // Further slots of local variables, which field code does not use; slot 0 is this
  private static final int AT = 2;
  private static final int FIRST_COMPONENT = 4;

  private final ClassDesc record;
  private final Shape<?> source;
  private final List<GroupField.Leaf> leaves;
  private final List<FieldCode> codes = new ArrayList<>();
  private final ClassDesc self;
  private final CoderConstants constants;

  private ShapeCompiler(Shape<?> shape) {
    this.record = FieldCode.desc(shape.record());
    this.source = shape;
    this.leaves = shape.leaves();
    this.self = ClassDesc.of(shape.coderName());
    this.constants = new CoderConstants(self);
    for (int i = 0; i < leaves.size(); i++) {
      codes.add(FieldCode.of(leaves.get(i), i, constants));
    }
  }

  /** The bytes of the class for a shape. */
  public static byte[] compile(Shape<?> shape) {
    return new ShapeCompiler(shape).bytes();
  }

  /** Makes classes at run time, for shapes that the build does not know. */
  public static final class AtRunTime implements CoderClasses.Source {
    @Override
    public Class<?> define(Shape<?> shape) {
      try {
        return MethodHandles.lookup().defineHiddenClass(compile(shape), false).lookupClass();
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private byte[] bytes() {
    return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(OUR_CLASSES))
        .build(
            self,
            made -> {
              made.withFlags(ACC_FINAL).withSuperclass(CODER);
              constants.declare(made);
              made.withMethodBody(
                  INIT_NAME,
                  MTD_void,
                  0,
                  code -> code.aload(0).invokespecial(CODER, INIT_NAME, MTD_void).return_());
              made.withMethodBody("write", WRITE, ACC_PUBLIC, this::write);
              made.withMethodBody("read", READ, ACC_PUBLIC, this::read);
            });
  }

  private void write(CodeBuilder code) {
    code.aload(FieldCode.RECORD).checkcast(record).astore(FieldCode.RECORD);
    for (GroupField.Leaf leaf : source.written()) {
      codes.get(leaves.indexOf(leaf)).write(code);
    }
    code.return_();
  }

  private void read(CodeBuilder code) {
    code.loadConstant(-1).istore(AT);
    int[] slots = slots();
    for (int i = 0; i < slots.length; i++) {
      codes.get(i).begin(code, slots[i]);
    }
    code.trying(
        tried -> {
          fields(tried, slots);
          finish(tried, slots);
        },
        caught ->
            caught.catching(
                FAILURE,
                failed -> {
                  failed.astore(FieldCode.TAG);
                  constants.shape().push(failed);
                  failed
                      .aload(FieldCode.TAG)
                      .iload(AT)
                      .invokevirtual(SHAPE, "inside", MethodTypeDesc.of(FAILURE, FAILURE, CD_int))
                      .athrow();
                }));
  }

  private int[] slots() {
    int[] slots = new int[codes.size()];
    int next = FIRST_COMPONENT;
    for (int i = 0; i < slots.length; i++) {
      slots[i] = next;
      next += codes.get(i).kind().slotSize();
    }
    return slots;
  }

  /** Generates the loop that reads fields in the order of the input. */
  private void fields(CodeBuilder code, int[] slots) {
    Label next = code.newBoundLabel();
    Label unknown = code.newLabel();
    Label end = code.newLabel();
    code.aload(FieldCode.ARGUMENT)
        .invokevirtual(FieldCode.READER, "hasMore", MethodTypeDesc.of(CD_boolean))
        .ifeq(end)
        .aload(FieldCode.ARGUMENT)
        .invokevirtual(FieldCode.READER, "tag", MethodTypeDesc.of(CD_int))
        .istore(FieldCode.TAG);
    List<SwitchCase> cases = new ArrayList<>();
    for (GroupField.Leaf leaf : leaves) {
      if (leaf.field().number() > 0) {
        cases.add(SwitchCase.of(leaf.field().number(), code.newLabel()));
      }
    }
    code.iload(FieldCode.TAG).loadConstant(3).iushr().lookupswitch(unknown, cases);
    int read = 0;
    for (int i = 0; i < slots.length; i++) {
      if (leaves.get(i).field().number() > 0) {
        code.labelBinding(cases.get(read++).target()).loadConstant(i).istore(AT);
        codes.get(i).read(code, slots[i]);
        code.goto_(next);
      }
    }
    code.labelBinding(unknown)
        .loadConstant(-1)
        .istore(AT)
        .aload(FieldCode.ARGUMENT)
        .iload(FieldCode.TAG)
        .loadConstant(7)
        .iand()
        .invokevirtual(FieldCode.READER, "skip", MethodTypeDesc.of(CD_void, CD_int))
        .goto_(next)
        .labelBinding(end);
  }

  /** Generates the construction of the record. */
  private void finish(CodeBuilder code, int[] slots) {
    construct(code, slots, source, IntStream.range(0, slots.length).iterator());
    code.areturn();
  }

  /** Generates the construction of the record or of a group; {@code next} counts the fields. */
  private void construct(
      CodeBuilder code, int[] slots, Shape<?> shape, PrimitiveIterator.OfInt next) {
    ClassDesc constructed = FieldCode.desc(shape.record());
    List<ClassDesc> types = new ArrayList<>();
    code.new_(constructed).dup();
    for (Field<?> field : shape.fields()) {
      if (field instanceof GroupField<?>(Shape<?> group)) {
        construct(code, slots, group, next);
        types.add(FieldCode.desc(group.record()));
      } else {
        int i = next.nextInt();
        code.loadConstant(i).istore(AT);
        codes.get(i).finish(code, slots[i]);
        types.add(codes.get(i).type);
      }
    }
    code.invokespecial(constructed, INIT_NAME, MethodTypeDesc.of(CD_void, types));
  }
}
