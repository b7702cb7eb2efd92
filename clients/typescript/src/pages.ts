import { unreadable } from './errors.js';
import type { Answer, JsonPathOf } from './routes.js';

/** The paths whose responses are pages of a list. */
export type PagedPath = {
  [Path in JsonPathOf<'get'>]: Answer<'get', Path> extends { nextCursor: unknown } | { nextFrom: unknown }
    ? Path
    : never;
}[JsonPathOf<'get'>];

/** The field of each page that holds the list. The compiler requires a line for each list of the OpenAPI document. */
const LISTS = {
  '/audit': 'entries',
  '/candles/range': 'candles',
  '/keys': 'keys',
  '/project-records': 'projects',
  '/projects/{id}/analysis/selection': 'sessions',
  '/projects/{id}/leaderboard': 'sessions',
  '/sessions': 'sessions',
  '/sessions/{id}/analysis/excursions': 'trades',
  '/sessions/{id}/analysis/fills': 'trades',
  '/sessions/{id}/trades': 'trades',
} as const satisfies { readonly [Path in PagedPath]: keyof Answer<'get', Path> };

/** An element of a list. */
export type Item<Path extends PagedPath> = Answer<'get', Path>[(typeof LISTS)[Path] &
  keyof Answer<'get', Path>] extends readonly (infer Element)[]
  ? Element
  : never;

/**
 * @throws TypeError for a path whose response is not a list. The compiler refuses such a path, so only programs in
 * plain JavaScript can pass it.
 */
export function checkList(path: string): void {
  if (!Object.hasOwn(LISTS, path)) throw new TypeError(`${path} is not a list that has pages`);
}

/** @throws ServiceError for a page that is not one of the service */
export function listIn<Path extends PagedPath>(path: Path, page: object): Item<Path>[] {
  const list = (page as Record<string, unknown>)[LISTS[path]];
  if (!Array.isArray(list)) throw unreadable(`${path} has sent a page without its list`);
  return list as Item<Path>[];
}

/**
 * Returns the query parameters that lead to the next page; null after the last page.
 * @param earlier positions of the earlier pages. The new position is added.
 * @throws ServiceError for a page that leads nowhere, or back to an earlier page
 */
export function nextPage(
  path: string,
  page: object,
  earlier: Set<unknown>,
): Readonly<Record<string, unknown>> | null {
  const name = 'nextFrom' in page ? 'nextFrom' : 'nextCursor';
  const position = (page as Record<string, unknown>)[name];
  if (position === null) return null;
  if ((typeof position !== 'string' && typeof position !== 'number') || earlier.has(position))
    throw unreadable(`${path} has sent a page without a next page`);
  earlier.add(position);
  return { [name === 'nextFrom' ? 'from' : 'cursor']: position };
}
