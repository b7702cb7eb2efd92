import type { SessionComparisonDto } from '../../../src/review/comparison/comparison.dto.js';
import type { AccountReturnsDto } from '../../../src/review/analysis/account/account-returns.dto.js';
import type { Figures } from '../../../src/shared/figures/figures.dto.js';
import { Scroll } from '../../report/charts/scroll.js';
import { type ExplainedFigure, ExplainerContext, FigureLabel } from '../../report/explainer.js';
import { type Statistic, figureText, labelOf } from '../../report/figures.js';
import { number, percent, share, signedPercent, tone } from '../../report/format.js';
import type { Faces } from '../faces/use-faces.js';
import { sessionLink } from '../router/route.js';
import { useExplanations } from '../ui/use-explanations.js';

interface Row {
  readonly figure: ExplainedFigure;
  readonly label: string;
  /** @param decimals the number of decimals of amounts of the account */
  readonly write: (figures: Figures, returns: AccountReturnsDto, decimals: number | undefined) => string;
  /** Returns the value whose sign determines the colour of the cell. */
  readonly result?: (figures: Figures) => number | null;
}

const row = (figure: Statistic, label = labelOf(figure)): Row => ({
  figure,
  label,
  write: (figures, _, decimals) => figureText(figures, figure, decimals),
});

/** A row whose cells have the colour of a result. */
const result = (figure: Statistic): Row => ({ ...row(figure), result: (figures) => figures[figure] });

const ROWS: readonly Row[] = [
  row('tradeCount'),
  result('plNet'),
  result('plNetPct'),
  {
    ...row('maxDrawdownPct', 'Max drawdown'),
    write: (f) => percent(f.tradeCount > 0 ? -f.maxDrawdownPct : null),
  },
  { figure: 'risk.returns.sharpe', label: 'Sharpe', write: (_, { sharpe }) => number(sharpe) },
  { figure: 'risk.returns.sortino', label: 'Sortino', write: (_, { sortino }) => number(sortino) },
  {
    figure: 'risk.returns.cagrPct',
    label: 'Growth a year (CAGR)',
    write: (_, { cagrPct }) => signedPercent(cagrPct),
  },
  { figure: 'risk.returns.calmar', label: 'Calmar', write: (_, { calmar }) => number(calmar) },
  {
    figure: 'risk.exposure.timeInMarket',
    label: 'Time in market',
    write: (_, { timeInMarket }) => share(timeInMarket),
  },
  row('profitFactor', 'Profit factor'),
  row('netProfitFactor', 'Net profit factor'),
  row('winrate'),
  result('expectancy'),
  row('avgWin', 'Average win'),
  row('avgLoss', 'Average loss'),
  row('avgRMultiple', 'Average R'),
  { ...row('tradesPerWeek'), write: ({ tradesPerWeek }) => number(tradesPerWeek, 1) },
  row('avgDurationMs'),
  row('feesPaid'),
];

/** A table of figures with a column for each session. */
export function ComparedFigures(props: { sessions: readonly SessionComparisonDto[]; faces: Faces }) {
  const { sessions, faces } = props;
  const explainer = useDefinitions(sessions);
  return (
    <ExplainerContext.Provider value={explainer}>
      <section class="card span-12" aria-label="Figures">
        <header class="card-head">
          <h2>Figures</h2>
          <span class="quiet">money in the currency of each account</span>
        </header>
        <Scroll name="Figures of the sessions">
          <table class="compared">
            <thead>
              <tr>
                <th scope="col">Figure</th>
                {sessions.map(({ session }) => (
                  <th key={session.id} scope="col" class="num">
                    <a href={sessionLink(session.id)}>{session.name}</a>
                    {faces.faceOf(session.id)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ROWS.map(({ figure, label, write, result }) => (
                <tr key={label}>
                  <th scope="row">
                    <FigureLabel figure={figure} place="compared">
                      {label}
                    </FigureLabel>
                  </th>
                  {sessions.map(({ session, figures, returns }) => (
                    <td key={session.id} class={`num ${result ? tone(result(figures)) : ''}`}>
                      {write(figures, returns, faces.decimalsOf(session.id))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
    </ExplainerContext.Provider>
  );
}

/** The definitions of the figures. The arithmetic is left out, because it would explain only one session. */
function useDefinitions(sessions: readonly SessionComparisonDto[]) {
  const { explanations, ask } = useExplanations(sessions[0]?.session.id ?? '', 0, sessions);
  const definitions = Object.entries(explanations).map(([figure, explanation]) => [
    figure,
    { ...explanation, arithmetic: null, counted: null },
  ]);
  return { explanations: Object.fromEntries(definitions) as typeof explanations, ask };
}
