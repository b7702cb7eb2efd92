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
export function listIn<Path extends PagedPath>(path: Path, page: Answer<'get', Path>): Item<Path>[] {
  const name: string = path;
  const list = (page as Record<string, unknown>)[LISTS[path]];
  if (!Array.isArray(list)) throw new TypeError(`${name} is not a list that has pages`);
  return list as Item<Path>[];
}

/** Returns the query parameters that lead to the next page; null after the last page. */
export function nextPage(page: object): Readonly<Record<string, unknown>> | null {
  const { nextCursor = null, nextFrom = null } = page as {
    nextCursor?: string | null;
    nextFrom?: number | null;
  };
  if (nextCursor !== null) return { cursor: nextCursor };
  return nextFrom === null ? null : { from: nextFrom };
}
