package io.pando.codec;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.RecordComponent;

/**
 * Generates the code for one field of a shape. Numbers, texts and inner messages, of which most
 * records consist, get direct code; for all others the code calls the {@link Field}.
 *
 * <p>Direct code has only monomorphic calls and boxes no numbers.
 */
abstract sealed class FieldCode {
  static final ClassDesc WRITER = desc(ProtoWriter.class);
  static final ClassDesc READER = desc(ProtoReader.class);

  /** Slots of local variables in a coder's methods. */
  static final int ARGUMENT = 1;

  static final int RECORD = 2;
  static final int TAG = 3;

  private static final ClassDesc COMPONENTS = desc(ComponentCodec.class);

  /** Type of the record's component. */
  final ClassDesc type;

  private final GroupField.Leaf leaf;

  private FieldCode(GroupField.Leaf leaf) {
    this.type = desc(leaf.component().getType());
    this.leaf = leaf;
  }

  /** The code for a field of a shape; {@code index} is its position. */
  static FieldCode of(GroupField.Leaf leaf, int index, CoderConstants constants) {
    Field<?> field = leaf.field();
    if (field instanceof SingleField<?>(int number, Scalar<?> scalar, boolean optional)
        && !optional
        && ComponentCodec.knows(scalar, leaf.component().getType())) {
      return new OfScalar(leaf, number, scalar);
    }
    CoderConstants.Constant self = constants.field(field, index);
    if (field instanceof SingleField<?> single) {
      switch (single.type()) {
        case Shape<?> shape -> {
          CoderConstants.Constant inner = constants.type(self, shape);
          return new OfMessage(leaf, self, single.number(), inner, constants.coder(inner));
        }
        case ConvertedType<?, ?> converted
            when converted.inner().equals(Scalar.UINT32) && !single.optional() -> {
          return new OfConverted(leaf, self, single.number(), constants.type(self, converted));
        }
        case PayloadType _ when !single.optional() -> {
          return new OfPayload(leaf, self, single.number());
        }
        default -> {
          // Uses the field itself.
        }
      }
    }
    return new ByField(leaf, self);
  }

  /** Kind of the local variable that holds the component while it is read. */
  TypeKind kind() {
    return TypeKind.REFERENCE;
  }

  /** Initialises the local variable with the value of an absent field. */
  void begin(CodeBuilder code, int slot) {
    code.aconst_null().astore(slot);
  }

  /** Writes the component of the record. */
  abstract void write(CodeBuilder code);

  /** Reads an occurrence into the local variable. */
  abstract void read(CodeBuilder code, int slot);

  /** Pushes the component's value, after all occurrences were read. */
  abstract void finish(CodeBuilder code, int slot);

  /** Pushes the component, which may be in a group. */
  final void component(CodeBuilder code) {
    code.aload(RECORD);
    for (RecordComponent step : leaf.path()) {
      code.invokevirtual(
          desc(step.getDeclaringRecord()), step.getName(), MethodTypeDesc.of(desc(step.getType())));
    }
  }

  private static void wireType(CodeBuilder code) {
    code.iload(TAG).loadConstant(7).iand();
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /**
   * Numbers, booleans and texts: calls the method of {@link ComponentCodec} with the scalar's name.
   */
  private static final class OfScalar extends FieldCode {
    private final int tag;
    private final Scalar<?> scalar;

    OfScalar(GroupField.Leaf leaf, int number, Scalar<?> scalar) {
      super(leaf);
      this.tag = number << 3 | scalar.wireType();
      this.scalar = scalar;
    }

    @Override
    TypeKind kind() {
      return TypeKind.from(type).asLoadable();
    }

    @Override
    void begin(CodeBuilder code, int slot) {
      if (type.equals(CD_String)) {
        code.loadConstant("");
      } else if (type.equals(CD_long)) {
        code.lconst_0();
      } else {
        code.iconst_0();
      }
      code.storeLocal(kind(), slot);
    }

    @Override
    void write(CodeBuilder code) {
      code.aload(ARGUMENT).loadConstant(tag);
      component(code);
      code.invokestatic(
          COMPONENTS, scalar.name(), MethodTypeDesc.of(CD_void, WRITER, CD_int, type));
    }

    @Override
    void read(CodeBuilder code, int slot) {
      code.aload(ARGUMENT);
      wireType(code);
      code.invokestatic(COMPONENTS, scalar.name(), MethodTypeDesc.of(type, READER, CD_int))
          .storeLocal(kind(), slot);
    }

    @Override
    void finish(CodeBuilder code, int slot) {
      code.loadLocal(kind(), slot);
    }
  }

  /** Ids that are encoded as a number. */
  private static final class OfConverted extends FieldCode {
    private static final ClassDesc CONVERTED = desc(ConvertedType.class);
    private static final MethodTypeDesc CONVERSION = MethodTypeDesc.of(CD_Object, CD_Object);

    private final ByField field;
    private final int tag;
    private final CoderConstants.Constant converted;

    OfConverted(
        GroupField.Leaf leaf,
        CoderConstants.Constant self,
        int number,
        CoderConstants.Constant converted) {
      super(leaf);
      this.field = new ByField(leaf, self);
      this.tag = number << 3 | ProtoWriter.VARINT;
      this.converted = converted;
    }

    @Override
    void write(CodeBuilder code) {
      code.aload(ARGUMENT).loadConstant(tag);
      converted.push(code);
      component(code);
      code.invokevirtual(CONVERTED, "inner", CONVERSION)
          .checkcast(ConstantDescs.CD_Integer)
          .invokevirtual(ConstantDescs.CD_Integer, "intValue", MethodTypeDesc.of(CD_int))
          .invokestatic(COMPONENTS, "uint32", MethodTypeDesc.of(CD_void, WRITER, CD_int, CD_int));
    }

    @Override
    void read(CodeBuilder code, int slot) {
      converted.push(code);
      code.aload(ARGUMENT);
      wireType(code);
      code.invokestatic(COMPONENTS, "uint32", MethodTypeDesc.of(CD_int, READER, CD_int))
          .invokestatic(
              ConstantDescs.CD_Integer,
              "valueOf",
              MethodTypeDesc.of(ConstantDescs.CD_Integer, CD_int))
          .invokevirtual(CONVERTED, "outer", CONVERSION)
          .astore(slot);
    }

    @Override
    void finish(CodeBuilder code, int slot) {
      field.finishUnlessRead(code, slot);
    }
  }

  /** An inner message: calls the code of its shape. If the message is absent, the field decides. */
  private static final class OfMessage extends FieldCode {
    private static final ClassDesc CODER = desc(Coder.class);
    private static final ClassDesc SHAPE = desc(Shape.class);

    private final ByField field;
    private final int tag;
    private final CoderConstants.Constant shape;
    private final CoderConstants.Constant coder;

    OfMessage(
        GroupField.Leaf leaf,
        CoderConstants.Constant self,
        int number,
        CoderConstants.Constant shape,
        CoderConstants.Constant coder) {
      super(leaf);
      this.field = new ByField(leaf, self);
      this.tag = number << 3 | ProtoWriter.BYTES;
      this.shape = shape;
      this.coder = coder;
    }

    @Override
    void write(CodeBuilder code) {
      Label none = code.newLabel();
      Label end = code.newLabel();
      component(code);
      code.ifnull(none).aload(ARGUMENT).loadConstant(tag);
      coder.push(code);
      component(code);
      code.invokestatic(
              COMPONENTS, "message", MethodTypeDesc.of(CD_void, WRITER, CD_int, CODER, CD_Object))
          .goto_(end)
          .labelBinding(none);
      field.write(code);
      code.labelBinding(end);
    }

    @Override
    void read(CodeBuilder code, int slot) {
      code.aload(ARGUMENT);
      wireType(code);
      shape.push(code);
      coder.push(code);
      code.invokestatic(
              COMPONENTS, "message", MethodTypeDesc.of(CD_Object, READER, CD_int, SHAPE, CODER))
          .astore(slot);
    }

    @Override
    void finish(CodeBuilder code, int slot) {
      field.finishUnlessRead(code, slot);
    }
  }

  /** Bytes. */
  private static final class OfPayload extends FieldCode {
    private final ByField field;
    private final int tag;

    OfPayload(GroupField.Leaf leaf, CoderConstants.Constant self, int number) {
      super(leaf);
      this.field = new ByField(leaf, self);
      this.tag = number << 3 | ProtoWriter.BYTES;
    }

    @Override
    void write(CodeBuilder code) {
      code.aload(ARGUMENT).loadConstant(tag);
      component(code);
      code.invokestatic(COMPONENTS, "payload", MethodTypeDesc.of(CD_void, WRITER, CD_int, type));
    }

    @Override
    void read(CodeBuilder code, int slot) {
      code.aload(ARGUMENT);
      wireType(code);
      code.invokestatic(COMPONENTS, "payload", MethodTypeDesc.of(type, READER, CD_int))
          .astore(slot);
    }

    @Override
    void finish(CodeBuilder code, int slot) {
      field.finishUnlessRead(code, slot);
    }
  }

  /** All other fields: calls the field itself. */
  private static final class ByField extends FieldCode {
    private final CoderConstants.Constant field;

    ByField(GroupField.Leaf leaf, CoderConstants.Constant field) {
      super(leaf);
      this.field = field;
    }

    @Override
    void write(CodeBuilder code) {
      field.push(code);
      code.aload(ARGUMENT);
      component(code);
      if (type.isPrimitive()) {
        ClassDesc boxed = boxed();
        code.invokestatic(boxed, "valueOf", MethodTypeDesc.of(boxed, type));
      }
      code.invokevirtual(field.type(), "write", MethodTypeDesc.of(CD_void, WRITER, CD_Object));
    }

    @Override
    void read(CodeBuilder code, int slot) {
      field.push(code);
      code.aload(ARGUMENT);
      wireType(code);
      code.aload(slot)
          .invokevirtual(
              field.type(), "read", MethodTypeDesc.of(CD_Object, READER, CD_int, CD_Object))
          .astore(slot);
    }

    @Override
    void finish(CodeBuilder code, int slot) {
      field.push(code);
      code.aload(ARGUMENT)
          .aload(slot)
          .invokevirtual(field.type(), "finish", MethodTypeDesc.of(CD_Object, READER, CD_Object));
      if (type.isPrimitive()) {
        ClassDesc boxed = boxed();
        code.checkcast(boxed)
            .invokevirtual(boxed, type.displayName() + "Value", MethodTypeDesc.of(type));
      } else {
        code.checkcast(type);
      }
    }

    /** As {@link #finish}, but calls the field only if nothing was read. */
    void finishUnlessRead(CodeBuilder code, int slot) {
      Label read = code.newLabel();
      code.aload(slot).ifnonnull(read);
      finish(code, slot);
      code.astore(slot).labelBinding(read).aload(slot).checkcast(type);
    }

    private ClassDesc boxed() {
      if (type.equals(CD_long)) {
        return ConstantDescs.CD_Long;
      } else if (type.equals(CD_int)) {
        return ConstantDescs.CD_Integer;
      } else if (type.equals(CD_boolean)) {
        return ConstantDescs.CD_Boolean;
      }
      throw new IllegalStateException("components of type " + type.displayName());
    }
  }
}
