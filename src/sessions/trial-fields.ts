import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Field, OneOf, Text } from '../shared/fields/fields.js';
import { GIVEN_TWICE, numberProblem, textProblem } from '../shared/fields/value-rules.js';
import { SAMPLES } from './trial.js';

const MAX_PARAMETERS = 64;
const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const PARAMETER_TEXT = { max: 200 };

/** The word that stands for all studies in queries. */
export const ALL_STUDIES = '*';

const LABEL = { min: 1, max: 100, trimmed: true } as const;

/** The name of a version of the code. */
export const CodeVersion = () => Text(LABEL);

const notAll = (value: unknown) => (value === ALL_STUDIES ? `must not be ${ALL_STUDIES}` : undefined);

/** The name of a study. */
export const StudyName = () => Text(LABEL, notAll);

/** Returns what is wrong with the stored name of a study; undefined if it is valid. */
export const studyProblem = (value: unknown): string | undefined =>
  textProblem(value, LABEL) ??
  notAll(value) ??
  (value === (value as string).trim() ? undefined : 'is not in the form in which it is stored');

/** Returns what is wrong with the parameters of a strategy; undefined if they are valid. */
export function parametersProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const entries = Object.entries(value);
  if (entries.length > MAX_PARAMETERS)
    return `must contain 0 to ${MAX_PARAMETERS} parameters, not ${entries.length}`;
  for (const [name, parameter] of entries) {
    if (!PARAMETER_NAME.test(name))
      return 'must have names of a letter and up to 63 letters, digits, underscores, dots and hyphens';
    const problem = parameterProblem(parameter);
    if (problem) return `has a wrong value of ${name}: it ${problem}`;
  }
  return undefined;
}

function parameterProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return numberProblem(value, {});
  return typeof value === 'string'
    ? textProblem(value, PARAMETER_TEXT)
    : 'must be a number, a text or a boolean';
}

/** The schema of parameters, in requests and in responses. */
export const PARAMETERS_SCHEMA = {
  type: 'object',
  maxProperties: MAX_PARAMETERS,
  additionalProperties: {
    oneOf: [{ type: 'number' }, { type: 'string', maxLength: PARAMETER_TEXT.max }, { type: 'boolean' }],
  },
  example: { fast: 10, slow: 50, exit: 'trailing' },
} as const satisfies ApiPropertyOptions;

/** Parameters of a strategy by name. */
export const Parameters = () => Field(parametersProblem, PARAMETERS_SCHEMA);

/** The part of the data that a run used: in sample or out of sample; null if neither. */
export const SampleWord = () =>
  applyDecorators(OneOf(SAMPLES), ApiProperty({ enum: [...SAMPLES, null], nullable: true }));

/** Maximum size of the parameters in a query, bytes of UTF-8. A body may contain more. */
const MAX_QUERY_BYTES = 4_096;

/** Parameters of a strategy as JSON, in a query. */
export const ParametersText = () =>
  Field(
    (value) => {
      if (Array.isArray(value)) return GIVEN_TWICE;
      const text = value as string;
      if (Buffer.byteLength(text) > MAX_QUERY_BYTES)
        return `must not have more than ${MAX_QUERY_BYTES} bytes; change the session to set more parameters`;
      const parameters = jsonIn(text);
      return parameters === undefined ? 'must be a JSON object' : parametersProblem(parameters);
    },
    { type: 'string', maxLength: MAX_QUERY_BYTES },
  );

/** Returns the value of a JSON text; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
