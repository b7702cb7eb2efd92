import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/support/chromium.js';
import { type BenchRow, median, scaled, short } from './measure.js';
import { KEY, answerMs, ask } from './support/load.js';
import type { Server } from './support/processes.js';
import { ingested } from './support/trades.js';

/** For each number of trades, the maximum time until the tiles and until the whole sheet are shown, in milliseconds. */
const SIZES = [
  { trades: scaled(1_000, 20), tiles: 1_000, whole: 3_000, runs: 5 },
  { trades: scaled(5_549, 30), tiles: null, whole: 4_000, runs: 3 },
  { trades: scaled(100_000, 40), tiles: 2_000, whole: 15_000, runs: 1 },
] as const;

const PATIENCE_MS = 120_000;

/** CSS selector of the placeholders that are shown until their content arrives. */
const AWAITED = '.skeleton, .awaited';

/**
 * Measures how long a browser takes to show a session. The time begins when the link with the key is opened. The bars
 * of all trades are stored.
 */
export async function pageRows(service: Server): Promise<BenchRow[]> {
  const executablePath = findChromium('the times of the review desk');
  if (executablePath === null) return [];
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const rows: BenchRow[] = [];
    for (const size of SIZES) rows.push(...(await rowsOf(browser, service, size)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function rowsOf(
  browser: Browser,
  service: Server,
  { trades, tiles, whole, runs }: (typeof SIZES)[number],
): Promise<BenchRow[]> {
  const measured: Times[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Each session is new, so that no analysis is in the cache.
    const id = await ingested(service, `Page ${trades}, ${run}`, trades);
    await ask(service, `/sessions/${id}/finish`, {});
    measured.push(await timesOf(browser, service, id));
  }
  const row = (part: 'tiles' | 'whole', what: string, most: number | null): BenchRow[] => {
    const [ours, baseline] = [median(measured.map((times) => times[part])), median(measured.map(statsOf))];
    return most === null
      ? []
      : [
          {
            workload: `${what} of a session on the page, ${short(trades)} trades`,
            ours,
            baseline,
            unit: 'ms',
            ratio: ours / baseline,
            goal: { of: 'ours', most },
            note: 'against the statistics of the same session',
          },
        ];
  };
  return [...row('tiles', 'tiles', tiles), ...row('whole', 'whole sheet', whole)];
}

interface Times {
  readonly tiles: number;
  readonly whole: number;
  readonly stats: number;
}

const statsOf = ({ stats }: Times): number => stats;

async function timesOf(browser: Browser, service: Server, id: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(`sessionStorage.setItem('review-desk-key', '${KEY}')`);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const start = performance.now();
  await page.goto(`http://127.0.0.1:${service.port}/desk/#/sessions/${id}`);
  await page.locator('.tile dd', { hasText: /\d/ }).first().waitFor();
  const tiles = performance.now() - start;
  await page.locator('.foot').waitFor();
  // A drawn panel may request further data, such as the trades of a chart.
  while ((await page.locator(AWAITED).count()) > 0)
    await page.locator(AWAITED).first().waitFor({ state: 'detached' });
  const whole = performance.now() - start;
  await context.close();
  // The page uses another threshold, so the statistics for this threshold are not cached.
  const stats = await answerMs(service, { path: `/sessions/${id}/stats?breakEvenThreshold=0.5` });
  return { tiles, whole, stats };
}
