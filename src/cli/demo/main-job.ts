import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandlesAnswer } from '../../candles/candles.dto.js';
import type { CandlesService } from '../../candles/candles.service.js';
import type { ProjectAnswer } from '../../projects/project.dto.js';
import type { SessionAnswer } from '../../sessions/session.dto.js';
import type { FinishAnswer } from '../../stats/stats.dto.js';
import type { IngestAnswer } from '../../trades/trade.dto.js';
import { DemoClient } from './client.js';
import { generatedMinutes } from '../../review/samples/generated-minutes.js';
import { movingAverageTrades } from '../../review/samples/moving-average-trades.js';

export const SYMBOL = 'BTCUSDT';
const FROM = Date.UTC(2025, 0, 1);
const TO = Date.UTC(2025, 2, 1);
const SEED = 23;
const FIRST_OPEN = 94_000;
const BATCH = 50;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Imports candles from a file, as a user would. The file contains a random walk. */
export async function importGeneratedCandles(candles: CandlesService, directory: string): Promise<void> {
  const file = join(directory, `${SYMBOL}-1m-generated.csv`);
  const rows = generatedMinutes(SEED, FIRST_OPEN, FROM, TO).map(
    ({ ts, open, high, low, close, volume }) => `${ts},${open},${high},${low},${close},${volume}`,
  );
  await writeFile(file, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const task = { file, feed: 'venue-spot', symbol: SYMBOL, interval: '1m', now: Date.now() } as const;
  const { inserted } = await candles.importFile(task);
  say(
    `Imported ${inserted} one-minute candles of ${SYMBOL}. They are generated (a random walk), not real prices.`,
  );
}

/** Acts as a client: creates a project and a session, sends trades in batches and finishes the session. */
export async function runSession(client: DemoClient): Promise<FinishAnswer> {
  const { project } = await client.post<ProjectAnswer>('/projects', {
    name: 'Demo: two moving averages',
    symbol: SYMBOL,
    timeframe: '15m',
  });
  const { session } = await client.post<SessionAnswer>('/sessions', {
    projectId: project.id,
    name: 'Generated candles, January and February 2025',
    initialBalance: 10_000,
    accountCurrency: 'USDT',
    mode: 'automated',
    source: 'api',
    assets: [{ timeframe: project.timeframe }],
    strategy: 'Crossing of two moving averages (50 and 80 closes), stop loss at 1 %',
    feesConfig: { entryFee: 0.02, exitFee: 0.02, type: 'percent' },
    rangeStart: FROM,
    rangeEnd: TO,
  });
  say(`Created project ${project.id} and session ${session.id}.`);

  const candles = await allCandles(client);
  const trades = movingAverageTrades(candles);
  say(
    `The strategy made ${trades.length} trades on ${candles.length} 15-minute candles, aggregated from the one-minute ones.`,
  );

  for (let i = 0; i < trades.length; i += BATCH) {
    const batch = trades.slice(i, i + BATCH);
    const { inserted } = await client.post<IngestAnswer>(`/sessions/${session.id}/trades`, { trades: batch });
    say(`Sent ${batch.length} trades: ${inserted} stored.`);
  }
  return client.post<FinishAnswer>(`/sessions/${session.id}/finish`, {});
}

/** Returns all 15-minute candles of the range. Reads page by page from the end of the range. */
export async function allCandles(client: DemoClient): Promise<CandlesAnswer['candles']> {
  let candles: CandlesAnswer['candles'] = [];
  for (let before = TO; ; before = candles[0]!.ts) {
    const page = await client.get<CandlesAnswer>(
      `/candles?symbol=${SYMBOL}&interval=15m&count=2000&before=${before}`,
    );
    if (page.candles.length === 0) return candles;
    candles = page.candles.concat(candles);
  }
}
