import { Scroll } from '../../charts/scroll.js';
import { stamp } from '../../dates.js';
import { FigureLabel } from '../../explainer.js';
import { UNDEFINED, amountDecimals, count, number, plural, signedAmount, tone } from '../../format.js';
import { GroupTable, type GroupRow } from '../../panels/group-table.js';
import { HeadRow } from '../../panels/head-row.js';
import { AllTradesNote, Empty, Panel } from '../../panels/panel.js';
import type { GroupFigures, SheetData } from '../../sheet-data.js';
import type { SheetFirstAnswers } from './sheet-first-answers.js';

type Listed = SheetFirstAnswers['list'][number];

/** The trades as they were first stored beside the trades as they are kept. */
export default function FirstAnswersPanel({ data }: { readonly data: SheetData }) {
  const { firstAnswers: answers, session } = data;
  if (!answers) return null;
  const { asFirst, asKept, list } = answers;
  const decimals = amountDecimals(session.initialBalance);
  return (
    <Panel
      id="first-answers"
      title="First answers"
      about="what was changed after it was stored"
      isLong={list.length > 0}
    >
      {answers.reason === 'too-many-trades' && <Empty>Too many trades were changed to compare them.</Empty>}
      {asFirst && asKept && (
        <GroupTable
          title="Trades"
          place="first-answers"
          rows={[rowOf('as first answered', asFirst), rowOf('as kept', asKept)]}
          currency={session.accountCurrency}
          decimals={decimals}
        />
      )}
      <p class="note">{sentenceOf(answers, session.accountCurrency, decimals)}</p>
      {list.length > 0 && list.length < answers.listed && (
        <p class="note">
          The newest {list.length} of {count(answers.listed)}:
        </p>
      )}
      {list.length > 0 && (
        <Scroll name="First answers">
          <table>
            <HeadRow
              texts={['When', 'What', 'Trade', 'Side', 'Entry', 'Exit']}
              numbers={['Net as first answered', 'Net as kept']}
              place="first-answers-list"
            />
            <tbody>
              {list.map((answer) => (
                <ListedRow
                  key={`${answer.tradeId} ${answer.kind}`}
                  answer={answer}
                  decimals={decimals}
                  timeZone={session.accountTimezone}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <AllTradesNote data={data} />
    </Panel>
  );
}

const rowOf = (name: string, figures: GroupFigures): GroupRow => ({
  name,
  tradeCount: figures.tradeCount,
  figures,
  winrateInterval: null,
});

/** Returns the sentences about the changes, the earlier runs and the draws. They name numbers and do not judge. */
function sentenceOf(
  { changes, earlierRuns, earlierLooks, draws }: SheetFirstAnswers,
  currency: string,
  decimals: number,
) {
  const { removed, edited, costs, secondLooks, retaken, helped, hurt, change, pValue } = changes;
  const counts = [
    [removed, 'removed answer'],
    [edited, 'edited answer'],
    [costs, 'answer with other costs', 'answers with other costs'],
    [secondLooks, 'second look'],
    [retaken, 'second look that went again', 'second looks that went again'],
    [earlierLooks, 'trade in time of earlier runs or draws', 'trades in time of earlier runs or draws'],
    [earlierRuns, 'earlier run'],
    [draws > 1 ? draws : 0, 'random draw'],
  ] as const;
  const named = counts.filter(([of]) => of > 0).map(([of, one, several]) => plural(of, one, several));
  return (
    <>
      {named.join(', ')}.{' '}
      {helped + hurt > 0 && change !== null && (
        <>
          The changes are worth{' '}
          <FigureLabel figure="first-answers.changes.change" place="first-answers">
            {signedAmount(change, decimals)} {currency}
          </FigureLabel>
          : {plural(helped, 'part')} helped, {hurt} hurt
          {pValue !== null && (
            <>
              {' '}
              (
              <FigureLabel figure="first-answers.changes.pValue" place="first-answers">
                p {number(pValue, 3)}
              </FigureLabel>
              )
            </>
          )}
          .
        </>
      )}
    </>
  );
}

const KINDS: Readonly<Record<Listed['kind'], string>> = {
  removed: 'removed',
  edited: 'edited',
  costs: 'costs',
  'second-look': 'second look',
  'earlier-look': 'earlier look',
  retaken: 'second look, removed',
};

interface ListedRowProps {
  readonly answer: Listed;
  readonly decimals: number;
  readonly timeZone: string;
}

const ListedRow = ({ answer, decimals, timeZone }: ListedRowProps) => (
  <tr>
    <td class="nowrap">{stamp(answer.at, timeZone)}</td>
    <th scope="row">{KINDS[answer.kind]}</th>
    <td class="clip" title={answer.clientId}>
      {answer.clientId}
    </td>
    <td>{answer.side}</td>
    <td class="nowrap">{stamp(answer.entryTime, timeZone)}</td>
    <td class="nowrap">{stamp(answer.exitTime, timeZone)}</td>
    {[answer.first, answer.kept].map((net, place) => (
      <td key={place} class={`num ${tone(net)}`}>
        {net === null ? UNDEFINED : signedAmount(net, decimals)}
      </td>
    ))}
  </tr>
);
