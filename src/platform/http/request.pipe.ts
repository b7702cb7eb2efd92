import { ArgumentMetadata, Injectable, PipeTransform, ValidationPipe } from '@nestjs/common';
import { ValidationError } from 'class-validator';
import { NoFields } from '../../shared/fields/no-fields.dto.js';
import { plainCheckOf } from './plain-check.js';
import { GIVEN_TWICE } from '../../shared/fields/value-rules.js';
import { FieldProblem, validationProblem } from '../../shared/problems/problem.js';

/**
 * Names that every object inherits. class-transformer copies some of these names into the prototype of its result and
 * silently ignores others, so they are refused before class-transformer runs.
 */
const INHERITED_NAMES = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Names for the parts of a body and of a query. */
type PartName = 'field' | 'parameter';

/**
 * Returns the fields that break a rule that depends on the settings, which a DTO cannot know. The handler checks requests
 * that satisfy their DTO by these rules.
 * @param given an object of the DTO, whose fields may be invalid
 */
export type RuleOfSettings<Dto extends object> = (given: Dto) => readonly FieldProblem[];

/** Checks bodies and queries against their DTO. Problems name every wrong field by its path. */
@Injectable()
export class RequestPipe implements PipeTransform {
  private readonly validations = { body: this.validation('field'), query: this.validation('parameter') };

  /** Result for a query without parameters, by DTO class. */
  private readonly withoutParameters = new Map<unknown, unknown>();

  /**
   * @param rulesOfSettings by DTO class; if a request is refused, the problems that its rule finds replace or follow the
   * problems that the DTO finds, so that the client gets all problems and the effective bounds at once
   */
  constructor(private readonly rulesOfSettings: ReadonlyMap<unknown, RuleOfSettings<never>> = new Map()) {}

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { type, metatype } = metadata;
    if (type !== 'body' && type !== 'query') return value;
    const given = value === undefined ? {} : value;
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw validationProblem([{ field: 'body', message: 'must be a JSON object' }]);
    if (plainCheckOf(metatype)?.(given)) return given;
    const part = type === 'query' ? 'parameter' : 'field';
    refuse(inheritedNames(given), part);
    if (metatype === NoFields) {
      refuse(Object.keys(given), part);
      return given;
    }
    const isDefault = type === 'query' && Object.keys(given).length === 0;
    if (!isDefault) return this.validations[type].transform(given, metadata);
    return this.withoutParameters.get(metatype) ?? this.defaults(metadata);
  }

  /**
   * Returns the result for a query without parameters. This result is always the same, so it is cached. (Benchmarks:
   * "GET stats, repeated" and "GET stats, 304".)
   * @returns a frozen object
   */
  private async defaults(metadata: ArgumentMetadata): Promise<unknown> {
    const defaults: unknown = Object.freeze(await this.validations.query.transform({}, metadata));
    this.withoutParameters.set(metadata.metatype, defaults);
    return defaults;
  }

  private validation(part: PartName): ValidationPipe {
    return new ValidationPipe({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      validationError: { target: true },
      exceptionFactory: (errors) => {
        const problems = new Map(fieldProblems(errors, part).map((problem) => [problem.field, problem]));
        for (const problem of this.problemsOfSettings(errors[0])) problems.set(problem.field, problem);
        return validationProblem([...problems.values()]);
      },
    });
  }

  private problemsOfSettings(error: ValidationError | undefined): readonly FieldProblem[] {
    return this.rulesOfSettings.get(error?.target?.constructor)?.(error?.target as never) ?? [];
  }
}

const unknownPart = (part: PartName): string => `is not a known ${part}`;

/**
 * Refuses unknown fields of a body, or parameters of a query. Does nothing if there are none.
 * @throws Problem VALIDATION_FAILED that names them
 */
export function refuse(unknown: readonly string[], part: PartName): void {
  if (unknown.length > 0)
    throw validationProblem(unknown.map((field) => ({ field, message: unknownPart(part) })));
}

/** Returns the paths of all fields with an inherited name. `JsonBody` limits levels and values of a body. */
function inheritedNames(container: object, parent = ''): string[] {
  return Object.entries(container).flatMap(([name, value]: [string, unknown]) => {
    const path = pathOf(parent, name);
    if (!Array.isArray(container) && INHERITED_NAMES.has(name)) return [path];
    return typeof value === 'object' && value !== null ? inheritedNames(value, path) : [];
  });
}

/** Converts class-validator's tree of errors to a flat list of problems. */
export function fieldProblems(
  errors: readonly ValidationError[],
  part: PartName = 'field',
  parent = '',
): FieldProblem[] {
  return errors.flatMap((error) => {
    const field = pathOf(parent, error.property);
    const { whitelistValidation, ...constraints } = error.constraints ?? {};
    if (whitelistValidation !== undefined) return [{ field, message: unknownPart(part) }];
    // A list that is itself invalid is reported as one problem; its elements are not checked.
    const own = constraints['rule'];
    if (own !== undefined) return [{ field, message: isRepeated(error, part) ? repeatedMessage(own) : own }];
    const children = fieldProblems(error.children ?? [], part, field);
    if (children.length > 0) return children;
    return Object.values(constraints).map((message) => ({ field, message }));
  });
}

/** Returns whether a request repeats a parameter. Express then gives the list of its values. */
const isRepeated = ({ value }: ValidationError, part: PartName): boolean =>
  part === 'parameter' && Array.isArray(value);

/** Returns the message for a repeated parameter. The rule of a list states how to send several values. */
const repeatedMessage = (own: string): string => (own.startsWith(GIVEN_TWICE) ? own : GIVEN_TWICE);

const pathOf = (parent: string, name: string): string => {
  if (/^\d+$/.test(name) && parent !== '') return `${parent}[${name}]`;
  return parent === '' ? name : `${parent}.${name}`;
};
