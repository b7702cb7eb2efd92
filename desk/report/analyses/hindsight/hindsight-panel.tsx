import { FigureLabel } from '../../explainer.js';
import { amountDecimals, plural, share } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { GroupTable, type GroupRow } from '../../panels/group-table.js';
import { Panel, Skeleton } from '../../panels/panel.js';

type Hindsight = NonNullable<SheetData['hindsight']>;

/** The part of the session's market data that earlier sessions of the workspace had already seen. */
export default function HindsightPanel({ data: { hindsight, session } }: { readonly data: SheetData }) {
  const isSeen = hindsight && hindsight.seenSessionCount > 0;
  return (
    <Panel id="hindsight" title="Hindsight" about={isSeen ? 'what earlier sessions had seen' : ''}>
      {!hindsight && <Skeleton height={160} />}
      {isSeen && (
        <>
          <p class="sentence">
            <FigureLabel figure="hindsight.seenEntryShare" place="hindsight">
              {share(hindsight.seenEntryShare, 0)} of the entries
            </FigureLabel>{' '}
            and{' '}
            <FigureLabel figure="hindsight.seenTimeShare" place="hindsight">
              {share(hindsight.seenTimeShare, 0)} of the time in trades
            </FigureLabel>{' '}
            lie in a market and time that {plural(hindsight.seenSessionCount, 'earlier session')}{' '}
            {hindsight.seenSessionCount === 1 ? 'has' : 'have'} traded
            {hindsight.names.length > 0 && `: ${namesOf(hindsight)}`}.
          </p>
          <GroupTable
            title="Entries"
            place="hindsight"
            rows={[rowOf('seen before', hindsight.figures.seen), rowOf('not seen', hindsight.figures.unseen)]}
            currency={session.accountCurrency}
            decimals={amountDecimals(session.initialBalance)}
          />
        </>
      )}
    </Panel>
  );
}

/** Maximum number of session names in the sentence. */
const MAX_NAMES = 5;

const namesOf = ({ names, seenSessionCount }: Hindsight): string => {
  const others = seenSessionCount - Math.min(MAX_NAMES, names.length);
  return `${names.slice(0, MAX_NAMES).join(', ')}${others > 0 ? ` and ${plural(others, 'other')}` : ''}`;
};

const rowOf = (name: string, figures: Hindsight['figures']['seen']): GroupRow => ({
  name,
  tradeCount: figures.tradeCount,
  figures,
  winrateInterval: null,
});
