import type { ComponentChildren } from 'preact';
import type { CalculatedFigureName } from '../../../src/shared/figures/definitions/figures.js';
import { FigureLabel } from '../explainer.js';
import { figureOf, labelOf } from '../figures.js';
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
  readonly figure: CalculatedFigureName;
  readonly label: string;
  readonly value: string;
  readonly below: ComponentChildren;
  readonly tone?: string;
}

/** Numbers of characters of a value for which tiles have a style of their own. */
const WIDTHS = [8, 10, 12, 14, 16, 18, 21, 24] as const;

/** The eight most important figures. */
export function Tiles({ data }: { readonly data: SheetData }) {
  const tiles = tilesOf(data);
  const widest = Math.max(...tiles.map(({ value }) => value.length));
  return (
    <div class="tiles-box">
      <dl class={`tiles ${widthClass(widest)}`} aria-label="Main figures">
        {tiles.map(({ figure, label, value, below, tone }) => (
          <div key={figure} class="tile">
            <dt>
              <FigureLabel figure={figure} place="tile">
                {label}
              </FigureLabel>
            </dt>
            <dd class={tone}>{value}</dd>
            <dd class="below">{below}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/**
 * Returns the class for tiles whose longest value has this number of characters. The class ensures that no value is
 * wrapped or cut.
 */
const widthClass = (characters: number): string =>
  `w-${WIDTHS.find((width) => characters <= width) ?? WIDTHS.at(-1)!}`;

/**
 * Minimum number of days of a session whose growth per year is shown. In a shorter session, the growth per year depends
 * more on chance than on the trades.
 */
const MIN_GROWTH_DAYS = 90;

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
      figure: 'plNet',
      label: `${labelOf('plNet')}, ${currency}`,
      value: signedBriefly(of('plNet'), decimals),
      below: startingBalanceText(data),
      tone: tone(of('plNet')),
    },
    {
      figure: 'plNetPct',
      label: labelOf('plNetPct'),
      value: signedPercent(of('plNetPct')),
      below: growthOf(data),
      tone: tone(of('plNetPct')),
    },
    {
      figure: 'maxDrawdownPct',
      label: 'Max drawdown',
      value: percent(negative(of('maxDrawdownPct'))),
      below: stats ? `${numberBriefly(negative(stats.maxDrawdown), decimals)} ${currency}` : '',
    },
    {
      figure: 'netProfitFactor',
      label: labelOf('netProfitFactor'),
      value: number(of('netProfitFactor')),
      below: losses,
    },
    { figure: 'winrate', label: labelOf('winrate'), value: share(of('winrate')), below: winrateOf(data) },
    {
      figure: 'expectancy',
      label: `${labelOf('expectancy')}, ${currency}`,
      value: signedBriefly(of('expectancy'), decimals),
      below: n,
      tone: tone(of('expectancy')),
    },
    {
      figure: 'avgRMultiple',
      label: 'Average R',
      value: multipleOfRisk(of('avgRMultiple')),
      below: withR,
      tone: tone(of('avgRMultiple')),
    },
    {
      figure: 'tradeCount',
      label: labelOf('tradeCount'),
      value: count(of('tradeCount')),
      below: outcomesOf(data),
    },
  ];
}

const negative = (value: number | null | undefined) => (value ? -value : value);

function growthOf({ risk }: SheetData): ComponentChildren {
  if (!risk || risk.returns.cagrPct === null || risk.returns.days < MIN_GROWTH_DAYS) return '';
  return (
    <>
      {signedPercent(risk.returns.cagrPct)}{' '}
      <FigureLabel figure="risk.returns.cagrPct" place="tile">
        a year (CAGR)
      </FigureLabel>
    </>
  );
}

const startingBalanceText = ({ session }: SheetData): string =>
  `from ${numberBriefly(session.initialBalance, accountDecimals(session.initialBalance))}`;

function winrateOf({ confidence, stats }: SheetData): ComponentChildren {
  if (!confidence || !stats) return '';
  const { low, high } = confidence.winrate;
  if (low === null || high === null) return `n ${count(stats.tradeCount)}`;
  return (
    <>
      <FigureLabel figure="confidence.winrate.low" place="tile">
        {share(low)} to {share(high)}
      </FigureLabel>{' '}
      at {share(confidence.level, 0)}, n {count(stats.tradeCount)}
    </>
  );
}

function outcomesOf({ stats }: SheetData): string {
  if (!stats) return '';
  if (stats.tradeCount === 0) return UNDEFINED;
  const { winCount, lossCount, breakEvenCount } = stats;
  return `${plural(winCount, 'win')}, ${plural(lossCount, 'loss', 'losses')}${breakEvenCount > 0 ? `, ${count(breakEvenCount)} even` : ''}`;
}
