import { HeatMap, type HeatCell } from '../../charts/heat-map.js';
import { FigureLabel } from '../../explainer.js';
import { count, multipleOfRisk, number, share, signed, toneOfText } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { LackingBars } from '../../panels/no-candles.js';
import { Panel, Skeleton } from '../../panels/panel.js';

type Exits = NonNullable<SheetData['exits']>;
type Cell = Exits['cells'][number];

/** The results of the trades with other stops and targets. */
export default function ExitsPanel({ data: { exits } }: { readonly data: SheetData }) {
  return (
    <Panel id="exits" title="Other exits" about={exits ? `n ${count(exits.trades.measured)}` : ''}>
      {!exits && <Skeleton height={240} />}
      {exits && (
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

const written = (multiple: number): string => `${number(multiple, multiple % 0.5 === 0 ? 1 : 2)} R`;

function heatCell(cell: Cell | undefined): HeatCell {
  if (!cell) return { value: null, text: '' };
  const { target, stop, avgRPerNewRisk, winrate } = cell;
  const { worst, best } = avgRPerNewRisk;
  const text = signed(worst);
  return {
    // A result that is written as zero has no colour.
    value: toneOfText(text, worst) === 'flat' ? 0 : worst,
    text,
    title: `Stop ${written(stop)}, target ${written(target)}: ${multipleOfRisk(worst)} to ${multipleOfRisk(best)}, win rate ${share(winrate.worst)} to ${share(winrate.best)}`,
  };
}
