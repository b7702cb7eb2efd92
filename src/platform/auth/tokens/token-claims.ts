import type { JWTPayload } from 'jose';
import { NAME_PATTERN } from '../../config/configured-keys.js';
import type { TokenRules } from '../../config/token-settings.js';
import { textProblem } from '../../../shared/fields/value-rules.js';
import { SCOPES, type Scope } from '../principal.js';
import { TokenRefused } from './token-refused.js';

/** The claims of a token that describe its owner. */
export interface TokenIdentity {
  readonly subject: string;
  /** Name of the workspace. */
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  /** Expiry in epoch seconds. */
  readonly expiresAt: number;
}

const MAX_SUBJECT_LENGTH = 255;

/**
 * Reads the claims of a token whose signature and times are valid. Ignores words that are not scopes of the service. A
 * token without the scope claim has no scope.
 * @throws TokenRefused if a claim is missing or has the wrong type
 */
export function identityIn(payload: JWTPayload, rules: TokenRules): TokenIdentity {
  const { sub: subject, exp: expiresAt } = payload;
  if (typeof expiresAt !== 'number') throw new TokenRefused('claim exp');
  if (typeof subject !== 'string' || textProblem(subject, { min: 1, max: MAX_SUBJECT_LENGTH }))
    throw new TokenRefused('claim sub');
  const workspace = claimAt(payload, rules.workspaceClaim);
  if (typeof workspace !== 'string' || !NAME_PATTERN.test(workspace))
    throw new TokenRefused('claim of the workspace');
  const words = wordsOf(claimAt(payload, rules.scopesClaim));
  return { subject, workspace, expiresAt, scopes: SCOPES.filter((scope) => words.includes(scope)) };
}

/** @param claim the name of a claim, or a JSON pointer (RFC 6901) into the claims, without escapes */
function claimAt(payload: JWTPayload, claim: string): unknown {
  const names = claim.startsWith('/') ? claim.slice(1).split('/') : [claim];
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    payload,
  );
}

function wordsOf(claim: unknown): readonly unknown[] {
  if (claim === undefined) return [];
  if (typeof claim === 'string') return claim.split(' ');
  if (!Array.isArray(claim)) throw new TokenRefused('claim of the scopes');
  return claim;
}
