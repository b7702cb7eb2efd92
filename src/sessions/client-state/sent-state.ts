import { ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import { Problem, fieldsProblem, malformedJson, validationProblem } from '../../shared/problems/problem.js';
import { utf8Text } from '../../shared/text/utf8-text.js';
import { type JsonLimits, compactJson } from './compact-json.js';

/** Maximum size of a state in bytes, 256 KB. */
const MAX_STATE_BYTES = 262_144;
const MAX_STATE_LEVELS = 64;

const [BEFORE, AFTER] = ['{"state":', '}'];

/** Limits of the body: the state and the object around it. */
const STATE_LIMITS: JsonLimits = {
  bytes: BEFORE.length + MAX_STATE_BYTES + AFTER.length,
  levels: MAX_STATE_LEVELS + 1,
};

/** Injects the state of a body `{"state": {…}}` as compact JSON text. The method must have `RawJsonBody`. */
export const SentState = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { body } = context.switchToHttp().getRequest<Request>();
  return stateIn(Buffer.isBuffer(body) ? bodyText(body) : '');
});

/**
 * Returns a state as compact JSON text, by the same rules as the state in a body; null if no body can contain the
 * state.
 */
export function compactState(state: string): string | null {
  try {
    return stateIn(BEFORE + state + AFTER);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/**
 * @param body as received
 * @throws Problem MALFORMED_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
function stateIn(body: string): string {
  if (body === '') throw wrong('state', 'is required');
  const compact = compactJson(body, STATE_LIMITS);
  if (compact === 'too deep') throw wrong('state', `is nested more than ${MAX_STATE_LEVELS} levels deep`);
  if (compact === 'too large') throw tooLarge();
  const envelope = parseState(body);
  if (!isObject(envelope)) throw wrong('body', 'must be a JSON object');
  const unknown = Object.keys(envelope).filter((field) => field !== 'state');
  if (unknown.length > 0)
    throw validationProblem(unknown.map((field) => ({ field, message: 'is not a known field' })));
  if (!Object.hasOwn(envelope, 'state')) throw wrong('state', 'is required');
  if (!isObject((envelope as { readonly state: unknown }).state)) throw wrong('state', 'must be an object');
  if (compact.outerCommas > 0) throw wrong('state', 'must be given once');
  return compact.text.slice(BEFORE.length, -AFTER.length);
}

/** Parses a JSON text. Call this only for a text that is small after its white space is removed. */
function parseState(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw malformedJson();
  }
}

function bodyText(body: Buffer): string {
  try {
    return utf8Text(body);
  } catch {
    throw malformedJson();
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (field: string, message: string) => validationProblem([{ field, message }]);

const tooLarge = () =>
  fieldsProblem('PAYLOAD_TOO_LARGE', [
    { field: 'state', message: `must not have more than ${MAX_STATE_BYTES} bytes as compact JSON in UTF-8` },
  ]);
