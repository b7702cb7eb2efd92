interface GatewaySettings {
  readonly isBehindSignIn: boolean;
  readonly JWT_JWKS_URL?: string;
  readonly JWT_JWKS_FILE?: string;
  readonly CORS_ORIGINS: string;
}

/** Returns the conflicts between settings of a gateway that signs people in. */
export function gatewayProblems(settings: GatewaySettings): string[] {
  if (!settings.isBehindSignIn) return [];
  const problems: string[] = [];
  if (!settings.JWT_JWKS_URL && !settings.JWT_JWKS_FILE)
    problems.push(
      'DESK_AUTH=gateway requires JWT_JWKS_URL or JWT_JWKS_FILE, JWT_ISSUER and JWT_AUDIENCE, because the gateway sends tokens',
    );
  // If every origin were allowed, any page could send requests in the name of a person who is signed in.
  if (settings.CORS_ORIGINS === '*')
    problems.push('CORS_ORIGINS cannot be * with DESK_AUTH=gateway; list the origins');
  return problems;
}
