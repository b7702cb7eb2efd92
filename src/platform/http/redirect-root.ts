import type { RequestHandler } from 'express';
import { nothingAt } from '../../shared/problems/problem.js';

/**
 * Redirects the root of the address, with and without the base path, to a page for people, who have no key yet. The
 * redirect is temporary and not stored, because the page depends on the settings.
 * @param target path of the page; undefined if the settings remove all pages
 */
export function redirectRoot(basePath: string, target: string | undefined): RequestHandler {
  const roots = new Set(['/', basePath, `${basePath}/`]);
  return ({ method, path }, response, next) => {
    if (!roots.has(path) || (method !== 'GET' && method !== 'HEAD')) return next();
    if (target === undefined) return next(nothingAt(path));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, target);
  };
}
