import { type JWTHeaderParameters, jwtVerify } from 'jose';
import { Problem } from '../../../shared/problems/problem.js';
import type { TokenRules } from '../../config/token-settings.js';
import { type TokenIdentity, identityIn } from './token-claims.js';
import type { TokenKeys } from './token-keys.js';
import { TokenRefused, refusalReason } from './token-refused.js';

/**
 * Maximum number of characters of a token. A token with the claims of a person has about 2,000 characters; Node.js
 * accepts 16 KB of headers.
 */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * Checks the signature, issuer, audience and times of a token, and returns its claims.
 * @throws TokenRefused; Problem IDENTITY_UNAVAILABLE if the token's key is unknown and the key set cannot be read
 */
export async function checkToken(token: string, rules: TokenRules, keys: TokenKeys): Promise<TokenIdentity> {
  if (token.length > MAX_TOKEN_LENGTH) throw new TokenRefused('too long');
  const keyOf = (header: JWTHeaderParameters): Promise<CryptoKey> => {
    if (typeof header.kid !== 'string') throw new TokenRefused('no key named');
    return keys.get(header);
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [...rules.algorithms],
      issuer: rules.issuer,
      audience: rules.audience,
      clockTolerance: rules.clockSkewS,
      requiredClaims: ['exp', 'sub'],
    });
    if (payload.iat !== undefined && payload.iat > Date.now() / 1000 + rules.clockSkewS)
      throw new TokenRefused('claim iat');
    return identityIn(payload, rules);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new TokenRefused(refusalReason(error));
  }
}
