import { HeadRow } from '../../panels/head-row.js';
import { Scroll } from '../../charts/scroll.js';
import { FigureLabel } from '../../explainer.js';
import { labelOf, writeFigure } from '../../figures.js';
import { amountDecimals, count, share } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';

type Confidence = NonNullable<SheetData['confidence']>;
/** The figures with intervals, each with its label in the table. */
const rowsOf = (currency: string) =>
  [
    ['winrate', labelOf('winrate')],
    ['expectancy', `${labelOf('expectancy')}, ${currency}`],
    ['avgRMultiple', 'Average R'],
    ['netProfitFactor', labelOf('netProfitFactor')],
  ] as const;

const REASONS: Readonly<Record<string, string>> = {
  'too-few-trades': 'too few trades',
  'too-few-losses': 'fewer than 5 losses',
  'equal-trades': 'all trades are equal',
  unbounded: 'not bounded',
};

const METHODS: Readonly<Record<string, string>> = { wilson: 'Wilson', bca: 'BCa', percentile: 'percentile' };

/** Four figures with their confidence intervals. */
export default function ConfidencePanel({ data: { confidence, session } }: { readonly data: SheetData }) {
  const decimals = amountDecimals(session.initialBalance);
  const hasFigures = confidence && confidence.reason === null;
  return (
    <Panel id="confidence" title="Confidence" about={hasFigures ? aboutOf(confidence) : ''}>
      {!confidence && <Skeleton height={160} />}
      {hasFigures && (
        <>
          <Scroll name="Confidence intervals">
            <table>
              <HeadRow texts={['Figure']} numbers={['Value', 'Interval']}>
                <th scope="col">Method</th>
              </HeadRow>
              <tbody>
                {rowsOf(session.accountCurrency).map(([name, label]) => {
                  const { value, low, high, method, reason } = confidence[name];
                  const write = (value: number | null) => writeFigure(name, value, decimals);
                  return (
                    <tr key={name}>
                      <th scope="row">
                        <FigureLabel figure={`confidence.${name}.low`} place="confidence">
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
