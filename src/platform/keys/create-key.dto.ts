import { SCOPES, type Scope } from '../auth/principal.js';
import { Decimal, Field, Instant, Nullable, Optional } from '../../shared/fields/fields.js';
import { NAME_PATTERN } from '../config/configured-keys.js';
import { DAY_MS } from '../../shared/market/intervals.js';

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
   * Name of the user or program that uses the key: letters, digits, ".", "_" and "-".
   * @example "laptop"
   */
  @KeyName()
  readonly name!: string;

  /**
   * Scopes of the key. The caller must have all of these scopes. `audit` is enough for the audit log, and `delete` for
   * DELETE requests.
   * @example ["read", "write"]
   */
  @Optional()
  @Scopes()
  readonly scopes: Scope[] = ['read', 'write'];

  /**
   * When the key expires, epoch milliseconds in the future, not later than the key or token of the request. If null,
   * the new key expires with the key or token of the request, or never if the key of the request never expires.
   * @example 4102444800000
   */
  @Nullable()
  @Instant((value) => (value > Date.now() ? undefined : 'must be in the future'))
  readonly expiresAt?: number | null;
}

export class RotateKeyDto {
  /**
   * The old key stays valid for this time, milliseconds. Its validity is never extended.
   * @example 86400000
   */
  @Optional()
  @Decimal({ integer: true, minimum: 0, maximum: 366 * DAY_MS })
  readonly overlapMs: number = DAY_MS;
}
