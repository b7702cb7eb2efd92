import type { Environment } from '../config/environment.js';
import type { Scope } from './principal.js';

/**
 * Returns the scopes of which a request with this method needs one, unless its route names other scopes. A key with the
 * scope `delete` may always delete, so that its meaning does not depend on the setting.
 */
export function scopesOfMethod(
  method: string,
  { REQUIRE_DELETE_SCOPE }: Pick<Environment, 'REQUIRE_DELETE_SCOPE'>,
): readonly Scope[] {
  if (method === 'DELETE') return REQUIRE_DELETE_SCOPE === 'true' ? ['delete'] : ['write', 'delete'];
  return method === 'GET' || method === 'HEAD' ? ['read'] : ['write'];
}
