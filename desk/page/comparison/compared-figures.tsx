import type { SessionComparisonDto } from '../../../src/comparison/comparison.dto.js';
import type { Figures } from '../../../src/figures/figures.dto.js';
import {
  count,
  duration,
  multipleOfRisk,
  number,
  percent,
  share,
  signed,
  signedPercent,
  tone,
} from '../../report/format.js';
import { sessionLink } from '../router/route.js';

interface Row {
  readonly label: string;
  readonly write: (figures: Figures) => string;
  /** Returns the value whose sign determines the colour of the cell. */
  readonly result?: (figures: Figures) => number | null;
}

/** Returns a value; null if there are no trades, because a sum of 0 then has no meaning. */
const ofTrades = (figures: Figures, value: number): number | null => (figures.tradeCount > 0 ? value : null);

const ROWS: readonly Row[] = [
  { label: 'Trades', write: ({ tradeCount }) => count(tradeCount) },
  { label: 'Net', write: (f) => signed(ofTrades(f, f.plNet)), result: ({ plNet }) => plNet },
  {
    label: 'Return',
    write: (f) => signedPercent(ofTrades(f, f.plNetPct)),
    result: ({ plNetPct }) => plNetPct,
  },
  { label: 'Max drawdown', write: (f) => percent(ofTrades(f, -f.maxDrawdownPct)) },
  { label: 'Profit factor', write: ({ profitFactor }) => number(profitFactor) },
  { label: 'Net profit factor', write: ({ netProfitFactor }) => number(netProfitFactor) },
  { label: 'Win rate', write: ({ winrate }) => share(winrate) },
  {
    label: 'Expectancy',
    write: ({ expectancy }) => signed(expectancy),
    result: ({ expectancy }) => expectancy,
  },
  { label: 'Average win', write: ({ avgWin }) => signed(avgWin) },
  { label: 'Average loss', write: ({ avgLoss }) => signed(avgLoss) },
  { label: 'Average R', write: ({ avgRMultiple }) => multipleOfRisk(avgRMultiple) },
  { label: 'Trades a week', write: ({ tradesPerWeek }) => number(tradesPerWeek, 1) },
  { label: 'Average duration', write: ({ avgDurationMs }) => duration(avgDurationMs) },
  { label: 'Fees', write: (f) => number(ofTrades(f, f.feesPaid)) },
];

/** A table of figures with a column for each session. */
export function ComparedFigures({ sessions }: { sessions: readonly SessionComparisonDto[] }) {
  return (
    <section class="card span-12" aria-label="Figures">
      <header class="card-head">
        <h2>Figures</h2>
        <span class="quiet">money in the currency of each account</span>
      </header>
      <div class="scroll" tabIndex={0} role="region" aria-label="Figures of the sessions">
        <table class="compared">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {sessions.map(({ session }) => (
                <th key={session.id} scope="col" class="num">
                  <a href={sessionLink(session.id)}>{session.name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ label, write, result }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {sessions.map(({ session, figures }) => (
                  <td key={session.id} class={`num ${result ? tone(result(figures)) : ''}`}>
                    {write(figures)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
