import { ExecutionContext, createParamDecorator } from '@nestjs/common';
import { Request } from 'express';
import type { Caller } from '../audit/author.js';
import { clientAddress } from './client-address.js';

/**
 * Scopes of keys: `read` and `write` access to the workspace, `admin` for its keys and the service itself, `audit` for
 * the audit log, `delete` for DELETE requests, and `candles` for imports of candles, which all workspaces share.
 */
export const SCOPES = ['read', 'write', 'admin', 'audit', 'delete', 'candles'] as const;
export type Scope = (typeof SCOPES)[number];

/** Start of the id of a key of the settings. The rest of the id is the name of the key. */
export const CONFIGURED_KEY = 'configured:';

/** The owner of a valid key or token, with its workspace and scopes. */
export interface Principal {
  /** Id of the key; undefined for a token. */
  readonly keyId?: string;
  /** Subject of the token; undefined for a key. */
  readonly subject?: string;
  /** Expiry of the token, epoch ms; undefined for a key. */
  readonly endsAt?: number;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
}

declare module 'express' {
  interface Request {
    /** Set by the authentication middleware if the key or the token is valid. */
    principal?: Principal;
    /** Short reason for which the key or the token was refused, for the log. */
    refusal?: string;
    /** Error that the guard throws instead of a 401, for example because the database is unavailable. */
    authenticationError?: unknown;
    /** True if the service accepts bearer tokens. */
    takesTokens?: true;
  }
}

/** Injects the workspace of the caller into a controller's method. */
export const WorkspaceId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => principalIn(context).workspaceId,
);

/** Injects the caller into a controller's method. */
export const CallerPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalIn(context),
);

/** Injects the scopes of the caller into a controller's method. */
export const CallerScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly Scope[] => principalIn(context).scopes,
);

/** Injects the caller as the author of a change into a controller's method. */
export const ByCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { keyId, subject = '', endsAt, workspaceId } = principalIn(context);
  const request = context.switchToHttp().getRequest<Request>();
  const actor =
    keyId === undefined
      ? ({ actorKind: 'subject', actor: subject } as const)
      : ({ actorKind: 'key', actor: keyId } as const);
  const address = clientAddress(request) || null;
  return {
    workspaceId,
    ...actor,
    ...(endsAt !== undefined && { endsAt }),
    address,
    requestId: request.id ?? null,
  };
});

export function principalIn(context: ExecutionContext): Principal {
  const { principal } = context.switchToHttp().getRequest<Request>();
  if (!principal) throw new Error('a route without the key guard asked for its caller');
  return principal;
}
