import type { Environment } from '../config/environment.js';
import type { Scope } from './principal.js';

/**
 * Returns the scopes that allow a request with this method, unless its route names other scopes. One of these scopes is
 * enough. The scope `delete` always allows DELETE requests, whatever REQUIRE_DELETE_SCOPE is.
 */
export function scopesOfMethod(
  method: string,
  { REQUIRE_DELETE_SCOPE }: Pick<Environment, 'REQUIRE_DELETE_SCOPE'>,
): readonly Scope[] {
  if (method === 'DELETE') return REQUIRE_DELETE_SCOPE === 'true' ? ['delete'] : ['write', 'delete'];
  return method === 'GET' || method === 'HEAD' ? ['read'] : ['write'];
}
