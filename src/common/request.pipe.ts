import { ArgumentMetadata, Injectable, PipeTransform, ValidationPipe } from '@nestjs/common';
import { ValidationError } from 'class-validator';
import { BoundedMap } from './bounded-map.js';
import { PROTOTYPE_KEYS } from './json-body.middleware.js';
import { NoFields } from './no-fields.dto.js';
import { PlainCheck } from './plain-check.js';
import { FieldProblem, validationProblem } from './problem.js';

/** Most queries that are kept in memory, and the longest: a number can be written with thousands of digits. */
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 200;

/** Checks bodies and queries against their DTO; every wrong field is named by its path. */
@Injectable()
export class RequestPipe implements PipeTransform {
  /** Queries that were found sound, as their DTO, by class and text: a client that asks again asks the same. */
  private readonly soundQueries = new Map<unknown, BoundedMap<string, unknown>>();
  private readonly validation = new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    validationError: { target: false },
    exceptionFactory: (errors) => validationProblem(fieldProblems(errors)),
  });

  /** @param checks of the classes that hold many rows: what they accept needs no further validation */
  constructor(private readonly checks: ReadonlyMap<unknown, PlainCheck> = new Map()) {}

  private isSoundBatch(given: object, { metatype }: ArgumentMetadata): boolean {
    return metatype !== undefined && (this.checks.get(metatype)?.(given) ?? false);
  }

  /** A promise only when there is something to be validated. */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'param' || metadata.type === 'custom') return value;
    const given = value === undefined ? {} : value;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw validationProblem([{ field: 'body', message: 'must be a JSON object' }]);
    }
    // class-transformer passes over such names in silence.
    const unknown = Object.keys(given)
      .filter((field) => metadata.metatype === NoFields || PROTOTYPE_KEYS.has(field))
      .map((field) => ({ field, message: 'is not a known field' }));
    if (unknown.length > 0) throw validationProblem(unknown);
    if (metadata.metatype === NoFields || this.isSoundBatch(given, metadata)) return given;
    if (metadata.type !== 'query') return this.validation.transform(given, metadata);
    const text = JSON.stringify(given);
    return this.soundQueries.get(metadata.metatype)?.get(text) ?? this.query(given, text, metadata);
  }

  private async query(given: object, text: string, metadata: ArgumentMetadata): Promise<unknown> {
    const query: unknown = await this.validation.transform(given, metadata);
    if (text.length > LONGEST_REMEMBERED) return query;
    const ofClass = this.soundQueries.get(metadata.metatype) ?? new BoundedMap(MOST_REMEMBERED);
    this.soundQueries.set(metadata.metatype, ofClass.set(text, Object.freeze(query)));
    return query;
  }
}

/** The flat list of problems behind class-validator's tree. */
export function fieldProblems(errors: readonly ValidationError[], parent = ''): FieldProblem[] {
  return errors.flatMap((error) => {
    const field = pathOf(parent, error.property);
    const { whitelistValidation, ...constraints } = error.constraints ?? {};
    if (whitelistValidation !== undefined) return [{ field, message: 'is not a known field' }];
    // A list that is itself wrong says so once; what is inside it is not looked at.
    const own = constraints['rule'];
    if (own !== undefined) return [{ field, message: own }];
    const children = fieldProblems(error.children ?? [], field);
    if (children.length > 0) return children;
    return Object.values(constraints).map((message) => ({ field, message }));
  });
}

const pathOf = (parent: string, property: string): string => {
  if (/^\d+$/.test(property) && parent !== '') return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
};
