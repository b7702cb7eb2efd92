import { ClassConstructor } from 'class-transformer';
import { ValidationArguments, ValidatorConstraintInterface, getMetadataStorage } from 'class-validator';

/**
 * Returns true if a plain object, as parsed from JSON, satisfies a class. A result of false does not prove that the
 * object is invalid: only the full validation can decide.
 */
export type PlainCheck = (plain: object) => boolean;

const CHECKS = new WeakMap<object, PlainCheck>();

/**
 * Class decorator: `RequestPipe` accepts a body that satisfies the plain check of the class without the full validation.
 * @param elementTypes class of the elements, for each field that is a list
 */
export const PlainlyChecked =
  (elementTypes: ElementTypes = {}): ClassDecorator =>
  (type) => {
    CHECKS.set(type, plainCheck(type as unknown as ClassConstructor<object>, elementTypes));
  };

/** Returns the plain check of a class; undefined if the class is not decorated with `PlainlyChecked`. */
export const plainCheckOf = (type: object | undefined): PlainCheck | undefined => type && CHECKS.get(type);

type ElementTypes = Readonly<Record<string, ClassConstructor<object>>>;

interface FieldCheck {
  readonly name: string;
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
  readonly rules: readonly ValidatorConstraintInterface[];
  /** Check for the elements of a list of objects; null for other fields. */
  readonly elements: PlainCheck | null;
}

/**
 * Creates a check from the class-validator decorators of a class. The check reads the values of a body once and creates
 * no object per row, while the full validation of a large batch takes longer than storing it. The check only returns
 * yes or no; the full validation finds the problems. Benchmark: "ingest, batches of 500".
 *
 * The check supports classes whose fields are plain values without transformation, and lists of such classes.
 * @param elementTypes class of the elements, for each field that is a list
 */
export function plainCheck(type: ClassConstructor<object>, elementTypes: ElementTypes = {}): PlainCheck {
  const fields = fieldChecks(type, elementTypes);
  const known = new Set(fields.map(({ name }) => name));
  const args = {
    value: undefined,
    constraints: [],
    targetName: type.name,
    property: '',
    object: {},
  } as ValidationArguments;
  return (plain) => {
    for (const key in plain) if (!known.has(key)) return false;
    args.object = plain;
    return fields.every((field) => accepts(field, plain, args));
  };
}

function accepts(field: FieldCheck, plain: object, args: ValidationArguments): boolean {
  const value = (plain as Record<string, unknown>)[field.name];
  for (const condition of field.conditions) if (!condition(plain, value)) return true;
  for (const rule of field.rules) if (rule.validate(value, args) !== true) return false;
  return field.elements === null || (value as object[]).every(field.elements);
}

function fieldChecks(type: ClassConstructor<object>, elementTypes: ElementTypes): FieldCheck[] {
  const storage = getMetadataStorage();
  const byField = storage.groupByPropertyName(storage.getTargetValidationMetadatas(type, '', false, false));
  return Object.entries(byField).map(([name, metadatas]) => {
    const elementType = elementTypes[name];
    return {
      name,
      conditions: metadatas
        .filter(({ type: kind }) => kind === 'conditionalValidation')
        .map(({ constraints }) => constraints[0]),
      rules: metadatas
        .filter(({ type: kind }) => kind === 'customValidation')
        .flatMap(({ constraintCls }) => storage.getTargetValidatorConstraints(constraintCls))
        .map(({ instance }) => instance),
      elements: elementType ? plainCheck(elementType) : null,
    };
  });
}
