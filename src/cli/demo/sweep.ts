import type { CandlesAnswer } from '../../candles/candles.dto.js';
import type { ProjectAnswer } from '../../projects/project.dto.js';
import type { LeaderboardAnswer } from '../../review/selection/routes/leaderboard.dto.js';
import type { SessionAnswer } from '../../sessions/session.dto.js';
import type { IngestAnswer } from '../../trades/trade.dto.js';
import { table } from '../terminal/table.js';
import { DemoClient } from './client.js';
import { SYMBOL, allCandles } from './main-job.js';
import { movingAverageTrades } from '../../review/samples/moving-average-trades.js';

const FAST = [4, 6, 8, 10, 12, 14, 16, 18, 20, 24];
const SLOW = [30, 40, 50, 60, 80, 100];

/** Maximum number of trades per request. */
const BATCH = 500;

/** Number of sessions that are shown. */
const SHOWN = 5;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Acts as an optimiser: runs the strategy with 60 pairs of parameters and sends every run, including runs that lose. */
export async function sweepParameters(client: DemoClient): Promise<string> {
  const { project } = await client.post<ProjectAnswer>('/projects', {
    name: 'Demo: a sweep of two moving averages',
    symbol: SYMBOL,
    timeframe: '15m',
  });
  const candles = await allCandles(client);
  say(`The strategy runs with ${FAST.length * SLOW.length} pairs of averages on ${candles.length} candles.`);
  for (const slow of SLOW) {
    for (const fast of FAST) await sendRun(client, project.id, candles, { fast, slow });
    say(`Sent the ${FAST.length} runs whose slow average has ${slow} closes.`);
  }
  return project.id;
}

async function sendRun(
  client: DemoClient,
  projectId: string,
  candles: CandlesAnswer['candles'],
  parameters: { readonly fast: number; readonly slow: number },
): Promise<void> {
  const { session } = await client.post<SessionAnswer>('/sessions', {
    projectId,
    name: `${parameters.fast} and ${parameters.slow} closes`,
    initialBalance: 10_000,
    accountCurrency: 'USDT',
    mode: 'automated',
    source: 'api',
    feesConfig: { entryFee: 0.02, exitFee: 0.02, type: 'percent' },
    trial: { parameters },
  });
  const trades = movingAverageTrades(candles, parameters);
  for (let i = 0; i < trades.length; i += BATCH)
    await client.post<IngestAnswer>(`/sessions/${session.id}/trades`, { trades: trades.slice(i, i + BATCH) });
  await client.post(`/sessions/${session.id}/finish`, {});
}

/** Returns the best sessions of the sweep with their verdicts. */
export async function sweepTable(client: DemoClient, projectId: string): Promise<string> {
  const { sessions } = await client.get<LeaderboardAnswer>(
    `/projects/${projectId}/leaderboard?count=${SHOWN}`,
  );
  const number = (value: number | null | undefined, digits = 2) => value?.toFixed(digits) ?? '–';
  const [best] = sessions;
  return [
    `The best ${sessions.length} of ${best?.selection?.trials ?? 0} tries, from GET /projects/{id}/leaderboard:`,
    table(
      [
        ['averages', 'trades', 'net', 'sharpe', 'deflated', 'verdict'],
        ...sessions.map(({ session, figures, selection }) => [
          session.name,
          String(figures?.tradeCount ?? 0),
          number(figures?.plNet),
          number(figures?.sharpe),
          number(selection?.deflatedSharpe),
          selection?.verdict ?? 'pending',
        ]),
      ],
      ['trades', 'net', 'sharpe', 'deflated'],
    ),
    '',
    ...(best?.selection?.verdict === 'within-luck'
      ? [
          'The candles are a random walk, so no pair can be better than another. The best pair looks good only because it',
          'is the best of many: its Sharpe ratio is within luck.',
        ]
      : []),
  ].join('\n');
}
