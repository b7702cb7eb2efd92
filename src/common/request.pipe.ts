import { ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { ValidationError } from 'class-validator';
import { PROTOTYPE_KEYS } from './json-body.middleware.js';
import { NoFields } from './no-fields.dto.js';
import { PlainCheck } from './plain-check.js';
import { FieldProblem, validationProblem } from './problem.js';

/** Most queries that are kept in memory, and the longest: a number can be written with thousands of digits. */
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 200;

/** Checks bodies and queries against their DTO; every wrong field is named by its path. */
@Injectable()
export class RequestPipe extends ValidationPipe {
  /** Queries that were found sound, as their DTO, by class and text: a client that asks again asks the same. */
  private readonly soundQueries = new Map<unknown, Map<string, unknown>>();

  /** @param checks of the classes that hold many rows: what they accept needs no further validation */
  constructor(private readonly checks: ReadonlyMap<unknown, PlainCheck> = new Map()) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      validationError: { target: false },
      exceptionFactory: (errors) => validationProblem(fieldProblems(errors)),
    });
  }

  private isSoundBatch(given: object, { metatype }: ArgumentMetadata): boolean {
    return metatype !== undefined && (this.checks.get(metatype)?.(given) ?? false);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
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
    return metadata.type === 'query' ? this.query(given, metadata) : super.transform(given, metadata);
  }

  private async query(given: object, metadata: ArgumentMetadata): Promise<unknown> {
    const text = JSON.stringify(given);
    if (text.length > LONGEST_REMEMBERED) return super.transform(given, metadata);
    const ofClass = this.soundQueries.get(metadata.metatype) ?? new Map<string, unknown>();
    const known = ofClass.get(text);
    if (known !== undefined) return known;
    const query: unknown = Object.freeze(await super.transform(given, metadata));
    if (ofClass.size >= MOST_REMEMBERED) ofClass.clear();
    this.soundQueries.set(metadata.metatype, ofClass.set(text, query));
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
