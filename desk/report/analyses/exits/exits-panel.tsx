import { HeatMap, type HeatCell } from '../../charts/heat-map.js';
import { FigureLabel } from '../../explainer.js';
import { count, multipleOfRisk, number, share, signed } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Empty, Panel, Skeleton } from '../../panels/panel.js';
import { AddCandles, LackingBars } from '../../panels/no-candles.js';
import { stateSentence } from '../../panels/states.js';

type Exits = NonNullable<SheetData['exits']>;
type Cell = Exits['cells'][number];

/** The results of the trades with other stops and targets. */
export default function ExitsPanel({ data: { exits } }: { readonly data: SheetData }) {
  const sentence = exits && stateSentence(exits);
  return (
    <Panel title="Other exits" span={6} about={exits && !sentence ? `n ${count(exits.trades.measured)}` : ''}>
      {!exits && <Skeleton height={240} />}
      {sentence && <Empty>{sentence}</Empty>}
      {exits && !sentence && exits.trades.measured === 0 && (
        <Empty>
          No trade could be measured in full: bars are missing. <AddCandles />
        </Empty>
      )}
      {exits && !sentence && exits.trades.measured > 0 && (
        <>
          <Surface exits={exits} />
          <p class="note">
            <FigureLabel figure="exits.cells.avgRPerNewRisk.worst" place="exits">
              Mean result of a trade
            </FigureLabel>{' '}
            in units of the cell’s own risk before costs, at worst;{' '}
            <FigureLabel figure="exits.actual.avgGrossR" place="exits">
              as closed
            </FigureLabel>{' '}
            {multipleOfRisk(exits.actual.avgGrossR)}. The{' '}
            <FigureLabel figure="exits.cells.target" place="exits">
              targets
            </FigureLabel>{' '}
            reach as far as the price moved in favour of nine in ten trades. Look for a region of good cells:
            the best one is overfitted.
            <LackingBars trades={exits.trades.incomplete} />
          </p>
        </>
      )}
    </Panel>
  );
}

function Surface({ exits: { cells } }: { readonly exits: Exits }) {
  const targets = [...new Set(cells.map(({ target }) => target))];
  const stops = [...new Set(cells.map(({ stop }) => stop))];
  const byPlace = new Map(cells.map((cell) => [`${cell.stop} ${cell.target}`, cell]));
  return (
    <HeatMap
      name="Mean result by stop and target, in units of the risk"
      corner="stop ↓ target →"
      columns={targets.map(written)}
      rows={stops.map((stop) => ({
        name: written(stop),
        cells: targets.map((target) => heatCell(byPlace.get(`${stop} ${target}`))),
      }))}
    />
  );
}

/** Formats a multiple with all its decimals, at least one. */
const written = (multiple: number): string =>
  `${number(multiple, Math.max(1, String(multiple).split('.')[1]?.length ?? 0))} R`;

function heatCell(cell: Cell | undefined): HeatCell {
  if (!cell) return { value: null, text: '' };
  const { target, stop, avgRPerNewRisk, winrate } = cell;
  const { worst, best } = avgRPerNewRisk;
  return {
    value: worst,
    text: signed(worst),
    title: `Stop ${written(stop)}, target ${written(target)}: ${multipleOfRisk(worst)} to ${multipleOfRisk(best)}, win rate ${share(winrate.worst)} to ${share(winrate.best)}`,
  };
}
