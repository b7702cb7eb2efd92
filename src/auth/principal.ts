import { ExecutionContext, createParamDecorator } from '@nestjs/common';
import { Request } from 'express';

/** What a key may do: `read` the workspace, `write` to it, `admin` what concerns the service itself. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who sends a request: a valid key and its workspace. */
export interface Principal {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
}

declare module 'express' {
  interface Request {
    /** Set by the authentication middleware when the key is valid. */
    principal?: Principal;
    /** Why the key could not be checked, e.g. because the database is unavailable. */
    authenticationError?: unknown;
  }
}

/** The workspace of the caller, as an argument of a controller's method. */
export const WorkspaceId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = context.switchToHttp().getRequest<Request>();
  if (!principal) throw new Error('a route without the key guard asked for the workspace of its caller');
  return principal.workspaceId;
});
