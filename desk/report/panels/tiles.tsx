import type { ComponentChildren } from 'preact';
import type { CalculatedFigureName } from '../../../src/shared/figures/definitions/figures.js';
import { FigureLabel } from '../explainer.js';
import { figureOf, labelOf, writeFigure } from '../figures.js';
import {
  UNDEFINED,
  amountDecimals,
  count,
  negative,
  percent,
  plural,
  share,
  signedBriefly,
  signedPercent,
  toneOfText,
  columnDecimals,
  numberBriefly,
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
  const decimals = amountDecimals(initialBalance);
  const of = (name: CalculatedFigureName) => (stats ? figureOf(stats, name, risk) : undefined);
  const tile = (figure: CalculatedFigureName, below: ComponentChildren, label = labelOf(figure)): Tile => ({
    figure,
    label,
    value: writeFigure(figure, of(figure), decimals),
    below,
  });
  const result = (...parts: Parameters<typeof tile>): Tile => {
    const shown = tile(...parts);
    return { ...shown, tone: toneOfText(shown.value, of(parts[0])) };
  };
  const inCurrency = (figure: CalculatedFigureName, below: string): Tile => ({
    ...result(figure, below, `${labelOf(figure)}, ${currency}`),
    value: signedBriefly(of(figure), columnDecimals([of(figure)], decimals)),
  });
  const fallOf = (depth: number) => numberBriefly(negative(depth), columnDecimals([depth], decimals));
  return [
    inCurrency('plNet', `from ${numberBriefly(initialBalance, columnDecimals([initialBalance], decimals))}`),
    result('plNetPct', growthOf(data)),
    {
      ...tile('maxDrawdownPct', stats ? `${fallOf(stats.maxDrawdown)} ${currency}` : '', 'Max drawdown'),
      value: percent(negative(of('maxDrawdownPct'))),
    },
    tile('netProfitFactor', stats ? plural(stats.lossCount, 'loss', 'losses') : ''),
    tile('winrate', winrateOf(data)),
    inCurrency('expectancy', stats ? countOf(stats.tradeCount) : ''),
    result('avgRMultiple', risk ? countOf(risk.perTrade.rMultipleCount) : '', 'Average R'),
    tile('tradeCount', outcomesOf(data)),
  ];
}

/** The letter and the number stay on one line. */
const countOf = (trades: number): string => `n\u00a0${count(trades)}`;

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

function winrateOf({ confidence, stats }: SheetData): ComponentChildren {
  if (!confidence || !stats) return '';
  const { low, high } = confidence.winrate;
  if (low === null || high === null) return countOf(stats.tradeCount);
  return (
    <>
      <FigureLabel figure="confidence.winrate.low" place="tile">
        {share(low)} to {share(high)}
      </FigureLabel>{' '}
      at {share(confidence.level, 0)}, {countOf(stats.tradeCount)}
    </>
  );
}

function outcomesOf({ stats }: SheetData): string {
  if (!stats) return '';
  if (stats.tradeCount === 0) return UNDEFINED;
  const { winCount, lossCount, breakEvenCount } = stats;
  return `${plural(winCount, 'win')}, ${plural(lossCount, 'loss', 'losses')}${breakEvenCount > 0 ? `, ${count(breakEvenCount)} even` : ''}`;
}
