import { type BenchRow, median, short } from './measure.js';
import { type Ask, type Listening, answerMs, askOnce } from './support/load.js';

const REQUESTS = 31;
const COUNT = 100;

/** A list whose pages are measured. */
export interface PagedList {
  readonly what: string;
  readonly of: string;
  readonly size: number;
  /** The request of the first page. Its path must already contain a query, because `&count=…` is appended to it. */
  readonly first: Ask;
}

/** Compares the time of the thousandth page, or of the last page of a shorter list, with the time of the first page. */
export async function pagesRow(service: Listening, { what, of, size, first }: PagedList): Promise<BenchRow> {
  const number = Math.max(2, Math.min(1_000, Math.floor(size / COUNT) - 1));
  const pages = [pageOf(first), pageOf(first, await cursorOf(service, first, number))];
  const times: number[][] = [[], []];
  for (let round = -3; round < REQUESTS; round += 1) {
    for (const [place, page] of pages.entries()) {
      const ms = await answerMs(service, page);
      if (round >= 0) times[place]!.push(ms);
    }
  }
  const [baseline, ours] = times.map(median) as [number, number];
  return {
    workload: `${what}: page ${number} of ${short(size)} ${of}, against page 1`,
    ours,
    baseline,
    unit: 'ms',
    ratio: ours / baseline,
    goal: { of: 'ratio', most: 1.5 },
    note: `${COUNT} a page`,
  };
}

const pageOf = ({ path, ...ask }: Ask, cursor?: string): Ask => ({
  ...ask,
  path: `${path}&count=${COUNT}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
});

/** Returns the cursor of a page. Reads all previous pages, because only the previous page contains the cursor. */
async function cursorOf(service: Listening, first: Ask, page: number): Promise<string> {
  let cursor: string | undefined;
  for (let number = 1; number < page; number += 1) {
    const { path, headers } = pageOf(first, cursor);
    const { body } = await askOnce(service.port, path, undefined, headers);
    const { nextCursor } = JSON.parse(body.toString()) as { readonly nextCursor: string | null };
    if (nextCursor === null) throw new Error(`${first.path} ends at page ${number}`);
    cursor = nextCursor;
  }
  return cursor!;
}

/** Measures pages of the trades of a session, in both orders and with a filter that no index supports. */
export async function pagesOfTrades(service: Listening, session: string, size: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [query, share] of [
    ['order=asc', 1],
    ['order=desc', 1],
    ['side=long', 0.4],
  ] as const) {
    const first = { path: `/sessions/${session}/trades?${query}` };
    rows.push(
      await pagesRow(service, { what: `GET trades?${query}`, of: 'trades', size: size * share, first }),
    );
  }
  return rows;
}

/**
 * Measures pages of the sessions of a workspace: of all sessions, of one project, and with a filter that no index
 * supports.
 */
export async function pagesOfSessions(
  service: Listening,
  key: string,
  project: string,
  size: number,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, query] of [
    ['', ''],
    ['?projectId', `projectId=${project}`],
    ['?status', 'status=active'],
  ]) {
    const first = { path: `/sessions?${query}`, headers: { 'x-api-key': key } };
    rows.push(await pagesRow(service, { what: `GET /sessions${name}`, of: 'sessions', size, first }));
  }
  return rows;
}
