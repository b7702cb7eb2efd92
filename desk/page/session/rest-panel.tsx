import { HeadRow } from '../../report/panels/head-row.js';
import type { SliceFiguresAnswer } from '../../../src/review/analysis/slice-figures/slice-figures.dto.js';
import { Scroll } from '../../report/charts/scroll.js';
import { FigureLabel } from '../../report/explainer.js';
import { type Statistic, labelOf, writeFigure } from '../../report/figures.js';
import { UNDEFINED, amountDecimals, count, number, tone } from '../../report/format.js';
import { Empty, Panel, Skeleton } from '../../report/panels/panel.js';
import { type FiguresOf, getComparisonWithRest } from '../../api/figures.js';
import type { Session } from '../../api/sessions.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { useFigures } from './use-figures.js';

interface RestPanelProps {
  readonly session: Session;
  readonly threshold: number;
  readonly query: NonNullable<FiguresOf['slice']>;
}

/** The figures of the trades that meet the filters beside the figures of all other trades. */
export function RestPanel({ session, threshold, query }: RestPanelProps) {
  const of = { sessionId: session.id, threshold, slice: query };
  const { value, problem, reload } = useFigures('against the rest', of, getComparisonWithRest);
  const rows = value?.rest && rowsOf(value, session);
  const difference = value?.test?.difference;
  const decimals = amountDecimals(session.initialBalance);
  const isOneSided = value?.test?.reason === 'empty-side';
  return (
    <Panel title="Against the rest" about={rows && !isOneSided ? 'these trades and all others' : ''}>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <Skeleton height={260} />}
      {isOneSided && <Empty>All trades meet the filters, so there are no others to compare with.</Empty>}
      {value && rows && !isOneSided && (
        <>
          <Scroll name="Against the rest">
            <table class="groups rest">
              <HeadRow
                texts={['Figure']}
                numbers={['These trades', 'The rest', ['Difference', 'figures.test.difference']]}
                place="rest"
              />
              <tbody>
                {rows.map(({ figure, label, these, rest }) => (
                  <tr key={label}>
                    <th scope="row">
                      <FigureLabel figure={figure} place="rest">
                        {label}
                      </FigureLabel>
                    </th>
                    <td class="num">{these}</td>
                    <td class="num">{rest}</td>
                    <td class={`num ${tone(figure === TESTED ? difference : null)}`}>
                      {figure === TESTED && writeFigure(TESTED, difference, decimals)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <p class="note">{testSentence(value.test!)}</p>
        </>
      )}
    </Panel>
  );
}

interface Row {
  readonly figure: Statistic;
  readonly label: string;
  readonly these: string;
  readonly rest: string;
}

function rowsOf({ figures, rest }: SliceFiguresAnswer, { initialBalance, accountCurrency }: Session): Row[] {
  const decimals = amountDecimals(initialBalance);
  const row = (figure: Statistic, label = labelOf(figure)): Row => ({
    figure,
    label,
    these: writeFigure(figure, figures[figure], decimals),
    rest: writeFigure(figure, rest!.figures[figure], decimals),
  });
  const inCurrency = (figure: Statistic) => row(figure, `${labelOf(figure)}, ${accountCurrency}`);
  return [
    row('tradeCount'),
    inCurrency('plNet'),
    inCurrency(TESTED),
    row('avgPlPctPerTrade'),
    row('winrate'),
    row('netProfitFactor'),
    row('avgRMultiple', 'Average R'),
    row('maxDrawdownPct', 'Maximum drawdown'),
  ];
}

/** The only figure whose difference the service tests. */
const TESTED = 'avgPlPerTrade';

type Test = NonNullable<SliceFiguresAnswer['test']>;

/** Returns a sentence about how likely the difference of the means is by chance. */
function testSentence({ pValue, method, permutations, reason }: Test) {
  if (pValue === null)
    return reason === 'too-many-trades'
      ? 'Both sides have too many trades for a test of the difference.'
      : `Difference of the means: ${UNDEFINED}.`;
  const divisions = `${method === 'exact' ? 'all ' : ''}${count(permutations)} ${method === 'exact' ? '' : 'random '}divisions`;
  return (
    <>
      {pValue <= 0.05
        ? 'A difference of the means this large is unlikely by chance'
        : 'Chance alone could make a difference of the means this large'}{' '}
      (
      <FigureLabel figure="figures.test.pValue" place="rest">
        p {number(pValue, 3)}
      </FigureLabel>
      , {divisions} of the trades into two sides of these sizes). If you look at many slices, some differ by
      chance.
    </>
  );
}
