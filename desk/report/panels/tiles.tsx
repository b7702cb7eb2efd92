import { figureOf } from '../figures.js';
import {
  UNDEFINED,
  count,
  accountDecimals,
  multipleOfRisk,
  number,
  numberBriefly,
  percent,
  plural,
  share,
  signedBriefly,
  signedPercent,
  tone,
} from '../format.js';
import type { SheetData } from '../sheet-data.js';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly below: string;
  readonly tone?: string;
}

/** Maximum number of characters of a tile in each font size except the smallest. */
const FITTING = [10, 12, 15] as const;

/** The eight most important figures. */
export const Tiles = ({ data }: { readonly data: SheetData }) => (
  <dl class="tiles" aria-label="Main figures">
    {tilesOf(data).map(({ label, value, below, tone }) => (
      <div key={label} class="tile">
        <dt>{label}</dt>
        <dd class={classOf(tone, value)}>{value}</dd>
        <dd class="below">{below}</dd>
      </div>
    ))}
  </dl>
);

function classOf(tone: string | undefined, value: string): string | undefined {
  const size = FITTING.filter((most) => value.length > most).length;
  return [tone, size > 0 && `size-${size}`].filter(Boolean).join(' ') || undefined;
}

function tilesOf(data: SheetData): Tile[] {
  const { stats, risk, session } = data;
  const { initialBalance, accountCurrency: currency } = session;
  const decimals = accountDecimals(initialBalance);
  const of = (name: Parameters<typeof figureOf>[1]) => (stats ? figureOf(stats, name, risk) : undefined);
  const n = stats ? `n ${count(stats.tradeCount)}` : '';
  const withR = risk ? `n ${count(risk.perTrade.rMultipleCount)}` : '';
  const losses = stats ? plural(stats.lossCount, 'loss', 'losses') : '';
  return [
    {
      label: `Net, ${currency}`,
      value: signedBriefly(of('plNet'), decimals),
      below: startingBalanceText(data),
      tone: tone(of('plNet')),
    },
    {
      label: 'Return',
      value: signedPercent(of('plNetPct')),
      below: risk ? `${signedPercent(risk.returns.cagrPct)} a year` : '',
      tone: tone(of('plNetPct')),
    },
    {
      label: 'Max drawdown',
      value: percent(negative(of('maxDrawdownPct'))),
      below: stats ? `${numberBriefly(negative(stats.maxDrawdown), decimals)} ${currency}` : '',
    },
    { label: 'Profit factor, net', value: number(of('netProfitFactor')), below: losses },
    { label: 'Win rate', value: share(of('winrate')), below: winrateOf(data) },
    {
      label: `Expectancy, ${currency}`,
      value: signedBriefly(of('expectancy'), decimals),
      below: n,
      tone: tone(of('expectancy')),
    },
    {
      label: 'Average R',
      value: multipleOfRisk(of('avgRMultiple')),
      below: withR,
      tone: tone(of('avgRMultiple')),
    },
    { label: 'Trades', value: count(of('tradeCount')), below: outcomesOf(data) },
  ];
}

const negative = (value: number | null | undefined) => (value ? -value : value);

const startingBalanceText = ({ session }: SheetData): string =>
  `from ${numberBriefly(session.initialBalance, accountDecimals(session.initialBalance))}`;

function winrateOf({ confidence, stats }: SheetData): string {
  if (!confidence || !stats) return '';
  const { low, high } = confidence.winrate;
  if (low === null || high === null) return `n ${count(stats.tradeCount)}`;
  return `${share(low)} to ${share(high)} at ${share(confidence.level, 0)}, n ${count(stats.tradeCount)}`;
}

function outcomesOf({ stats }: SheetData): string {
  if (!stats) return '';
  if (stats.tradeCount === 0) return UNDEFINED;
  const { winCount, lossCount, breakEvenCount } = stats;
  return `${plural(winCount, 'win')}, ${plural(lossCount, 'loss', 'losses')}${breakEvenCount > 0 ? `, ${count(breakEvenCount)} even` : ''}`;
}
