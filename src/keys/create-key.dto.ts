import { SCOPES, type Scope } from '../auth/principal.js';
import { Decimal, Field, Instant, Nullable, Optional } from '../fields/fields.js';
import { NAME_PATTERN } from '../config/configured-keys.js';
import { DAY_MS } from '../market/intervals.js';

const isScope = (word: unknown): boolean => (SCOPES as readonly unknown[]).includes(word);

function scopesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length === 0 || !value.every(isScope) || new Set(value).size < value.length)
    return `must be a list of ${SCOPES.join(', ')}, without repetition`;
  return undefined;
}

const Scopes = () =>
  Field(scopesProblem, {
    type: 'array',
    items: { type: 'string', enum: [...SCOPES] },
    minItems: 1,
    maxItems: SCOPES.length,
    uniqueItems: true,
  });

const KeyName = () =>
  Field(
    (value) =>
      typeof value === 'string' && NAME_PATTERN.test(value)
        ? undefined
        : 'must be 1 to 63 letters, digits, ".", "_" and "-", and begin with a letter or digit',
    { type: 'string', minLength: 1, maxLength: 63, pattern: NAME_PATTERN.source },
  );

export class CreateKeyDto {
  /**
   * Who or what uses the key: letters, digits, ".", "_" and "-".
   * @example "laptop"
   */
  @KeyName()
  readonly name!: string;

  /**
   * What the key may do; no more than the caller itself may.
   * @example ["read", "write"]
   */
  @Optional()
  @Scopes()
  readonly scopes: Scope[] = ['read', 'write'];

  /**
   * When the key ends, epoch milliseconds in the future, and not after the key or token of the request. Null: with that, or never
   * where it never ends.
   * @example 4102444800000
   */
  @Nullable()
  @Instant((value) => (value > Date.now() ? undefined : 'must be in the future'))
  readonly expiresAt?: number | null;
}

export class RotateKeyDto {
  /**
   * For how long the old key stays valid, milliseconds; it never becomes valid for longer than it was.
   * @example 86400000
   */
  @Optional()
  @Decimal({ integer: true, minimum: 0, maximum: 366 * DAY_MS })
  readonly overlapMs: number = DAY_MS;
}
