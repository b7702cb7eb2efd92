import { Scroll } from '../charts/scroll.js';
import { FigureLabel, type ExplainedFigure } from '../explainer.js';
import { accountDecimals, count, multipleOfRisk, number, share, signed } from '../format.js';
import type { SheetData } from '../sheet-data.js';
import { NO_TRADES } from './states.js';
import { Empty, Panel, Skeleton } from './panel.js';

type Confidence = NonNullable<SheetData['confidence']>;
type Name = 'winrate' | 'expectancy' | 'avgRMultiple' | 'netProfitFactor';

interface Row {
  readonly name: Name;
  readonly label: string;
  readonly figure: ExplainedFigure;
  readonly write: (value: number | null) => string;
}

const rowsOf = (currency: string, decimals: number): readonly Row[] => [
  { name: 'winrate', label: 'Win rate', figure: 'confidence.winrate.low', write: (value) => share(value) },
  {
    name: 'expectancy',
    label: `Expectancy, ${currency}`,
    figure: 'confidence.expectancy.low',
    write: (value) => signed(value, decimals),
  },
  {
    name: 'avgRMultiple',
    label: 'Average R',
    figure: 'confidence.avgRMultiple.low',
    write: (value) => multipleOfRisk(value),
  },
  {
    name: 'netProfitFactor',
    label: 'Profit factor, net',
    figure: 'confidence.netProfitFactor.low',
    write: (value) => number(value),
  },
];

const REASONS: Readonly<Record<string, string>> = {
  'too-few-trades': 'too few trades',
  'too-few-losses': 'fewer than 5 losses',
  'equal-trades': 'all trades are equal',
  unbounded: 'not bounded',
};

const METHODS: Readonly<Record<string, string>> = { wilson: 'Wilson', bca: 'BCa', percentile: 'percentile' };

/** Four figures with their confidence intervals. */
export function ConfidencePanel({ data: { confidence, session } }: { readonly data: SheetData }) {
  const decimals = accountDecimals(session.initialBalance);
  const hasFigures = confidence && confidence.reason === null;
  return (
    <Panel title="Confidence" span={6} about={hasFigures ? aboutOf(confidence) : ''}>
      {!confidence && <Skeleton height={160} />}
      {confidence?.reason === 'no-trades' && <Empty>{NO_TRADES}</Empty>}
      {hasFigures && (
        <>
          <Scroll name="Confidence intervals">
            <table>
              <thead>
                <tr>
                  <th scope="col">Figure</th>
                  <th scope="col" class="num">
                    Value
                  </th>
                  <th scope="col" class="num">
                    Interval
                  </th>
                  <th scope="col">Method</th>
                </tr>
              </thead>
              <tbody>
                {rowsOf(session.accountCurrency, decimals).map(({ name, label, figure, write }) => {
                  const { value, low, high, method, reason } = confidence[name];
                  return (
                    <tr key={name}>
                      <th scope="row">
                        <FigureLabel figure={figure} place="confidence">
                          {label}
                        </FigureLabel>
                      </th>
                      <td class="num">{write(value)}</td>
                      <td class="num">
                        {low === null && high === null ? '–' : `${write(low)} to ${write(high)}`}
                      </td>
                      <td class="quiet">
                        {reason === null
                          ? method && (METHODS[method] ?? method)
                          : (REASONS[reason] ?? reason)}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </Scroll>
          <p class="note">{sentenceOf(confidence)}</p>
        </>
      )}
    </Panel>
  );
}

const aboutOf = ({ level, resamples }: Confidence): string =>
  `${share(level, 0)} intervals, ${count(resamples)} resamples`;

function sentenceOf({ expectancy }: Confidence): string {
  const { low, high, note } = expectancy;
  const rough = note === 'indicative' ? ' Below 20 trades the intervals are only indicative.' : '';
  if (low === null || high === null) return `The expectancy has no interval yet.${rough}`;
  if (low > 0) return `The whole interval of the expectancy is above 0.${rough}`;
  if (high < 0) return `The whole interval of the expectancy is below 0.${rough}`;
  return `The interval of the expectancy contains 0, so the session does not show an edge.${rough}`;
}
