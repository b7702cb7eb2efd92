import { FigureLabel } from '../../explainer.js';
import { amountDecimals, plural } from '../../format.js';
import { GroupTable, type GroupRow } from '../../panels/group-table.js';
import { Panel } from '../../panels/panel.js';
import type { GroupFigures, SheetData } from '../../sheet-data.js';

/** The positions beside the trades that closed them. */
export default function PositionsPanel({
  data: { positions: found, session },
}: {
  readonly data: SheetData;
}) {
  if (!found) return null;
  const { positions, trades, largest, figures, byTrade } = found;
  return (
    <Panel id="positions" title="Positions" about="trades with the same positionId as one">
      <p class="sentence">
        {plural(trades, 'trade')} closed{' '}
        <FigureLabel figure="positions.positions" place="positions">
          {plural(positions, 'position')}
        </FigureLabel>
        , in{' '}
        <FigureLabel figure="positions.largest" place="positions">
          up to {largest} parts
        </FigureLabel>
        . All other figures of this page count trades.
      </p>
      <GroupTable
        title="Counted as"
        place="positions"
        rows={[rowOf('positions', figures), rowOf('trades', byTrade)]}
        currency={session.accountCurrency}
        decimals={amountDecimals(session.initialBalance)}
      />
    </Panel>
  );
}

const rowOf = (name: string, figures: GroupFigures): GroupRow => ({
  name,
  tradeCount: figures.tradeCount,
  figures,
  winrateInterval: null,
});
