import { errors } from 'jose';

/** A token that is not accepted. The reason is logged. The response states only that the token is not valid. */
export class TokenRefused extends Error {
  constructor(readonly reason: string) {
    super(`the token is refused: ${reason}`);
  }
}

const FORM = [errors.JWTInvalid, errors.JWSInvalid, errors.JOSENotSupported];

/** Returns a short reason for which a token was refused. The reason contains no part of the token. */
export function refusalReason(error: unknown): string {
  if (error instanceof TokenRefused) return error.reason;
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key';
  return FORM.some((type) => error instanceof type) ? 'form' : 'unusable key';
}
