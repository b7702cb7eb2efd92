import { IsOptional, IsString } from 'class-validator';
import { Allowed, WholeNumber } from './setting-rules.js';
import { ASYMMETRIC, areAlgorithms, isKeySetUrl } from './token-setting-forms.js';

/** The source of the public keys of the identity provider. */
export type KeySetSource = { readonly url: string } | { readonly file: string };

/** The rules by which tokens are accepted and their claims are read. */
export interface TokenRules {
  readonly keySet: KeySetSource;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** The name of a claim, or a JSON pointer to a claim. */
  readonly workspaceClaim: string;
  readonly scopesClaim: string;
  readonly clockSkewS: number;
}

/** The settings of bearer tokens. Without a key set, the service accepts only API keys. */
export class TokenSettings {
  /** The address of the identity provider's key set (JWKS). */
  @IsOptional()
  @Allowed(
    isKeySetUrl,
    'JWT_JWKS_URL must be an https address, or an http address of this machine, without user and password',
  )
  readonly JWT_JWKS_URL?: string = undefined;

  /** A file with the key set, as an alternative to the address. */
  @IsOptional()
  @IsString()
  readonly JWT_JWKS_FILE?: string = undefined;

  /** The required value of the claim `iss`. */
  @IsOptional()
  @IsString()
  readonly JWT_ISSUER?: string = undefined;

  /** A value that the claim `aud` of a token must equal or contain. */
  @IsOptional()
  @IsString()
  readonly JWT_AUDIENCE?: string = undefined;

  /** Accepted signature algorithms, comma-separated. Only asymmetric algorithms are allowed. */
  @Allowed(areAlgorithms, `JWT_ALGORITHMS must be a comma-separated list of ${ASYMMETRIC.join(', ')}`)
  readonly JWT_ALGORITHMS: string = 'RS256,PS256,ES256,EdDSA';

  /** Name of the claim that contains the name of the workspace, or a JSON pointer to it such as `/tenant/name`. */
  @IsString()
  readonly JWT_WORKSPACE_CLAIM: string = 'workspace';

  /**
   * Name of the claim that contains the scopes, or a JSON pointer to it. The claim is a list, or a text separated by
   * spaces.
   */
  @IsString()
  readonly JWT_SCOPES_CLAIM: string = 'scope';

  /** Maximum difference between the clocks of the identity provider and of the service, seconds. */
  @WholeNumber(0, 300)
  readonly JWT_CLOCK_SKEW_S: number = 30;

  /** The rules for tokens; null if tokens are not accepted. */
  get tokenRules(): TokenRules | null {
    const { JWT_JWKS_URL: url, JWT_JWKS_FILE: file, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = this;
    if (!issuer || !audience || !(url || file)) return null;
    return {
      keySet: url ? { url } : { file: file ?? '' },
      issuer,
      audience,
      algorithms: this.JWT_ALGORITHMS.split(',').map((name) => name.trim()),
      workspaceClaim: this.JWT_WORKSPACE_CLAIM,
      scopesClaim: this.JWT_SCOPES_CLAIM,
      clockSkewS: this.JWT_CLOCK_SKEW_S,
    };
  }
}

/** Returns the conflicts between token settings. */
export function tokenProblems(settings: TokenSettings): string[] {
  const { JWT_JWKS_URL: url, JWT_JWKS_FILE: file } = settings;
  if (url && file) return ['JWT_JWKS_URL and JWT_JWKS_FILE cannot both be set'];
  const named = ['JWT_ISSUER', 'JWT_AUDIENCE'] as const;
  if (url || file)
    return named
      .filter((name) => !settings[name])
      .map((name) => `${name} is required with ${url ? 'JWT_JWKS_URL' : 'JWT_JWKS_FILE'}`);
  return named
    .filter((name) => settings[name])
    .map((name) => `${name} has no effect without JWT_JWKS_URL or JWT_JWKS_FILE`);
}
