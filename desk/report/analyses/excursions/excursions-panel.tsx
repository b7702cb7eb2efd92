import { Scatter, type ScatterPoint } from '../../charts/scatter.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import { number, sample, tone } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { LackingBars } from '../../panels/no-candles.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { HALF } from '../../panels/widths.js';

const HEIGHT = 260;

/** Shows the price moves for and against each trade. */
export default function ExcursionsPanel({ data }: { readonly data: SheetData }) {
  const { excursions, trades } = data;
  const points = trades ? pointsOf(data) : [];
  return (
    <Panel
      id="excursions"
      title="Excursions"
      about={points.length > 0 ? excursionsSummary(excursions, points.length) : ''}
    >
      {(!excursions || (excursions.trades.length > 0 && !trades)) && <Skeleton height={HEIGHT} />}
      {points.length > 0 && (
        <Sized width={HALF}>
          {(width) => (
            <Scatter
              name="Maximum adverse and maximum favourable excursion of each trade, R"
              points={points}
              xLabel="MAE, R"
              yLabel="MFE, R"
              hasDiagonal
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
      {excursions && points.length > 0 && <Summary summary={excursions.summary} />}
    </Panel>
  );
}

function pointsOf({ excursions, trades }: SheetData): ScatterPoint[] {
  const byId = new Map(trades?.map((trade) => [trade.id, trade.plNet]));
  return (excursions?.trades ?? []).map(({ tradeId, maeR, mfeR }) => ({
    x: maeR,
    y: mfeR,
    tone: tone(byId.get(tradeId)),
  }));
}

/** Returns a text with the number of trades. The means include all trades, even trades that are not drawn. */
const excursionsSummary = (excursions: SheetData['excursions'], drawn: number): string =>
  `MAE and MFE, ${sample(excursions?.isCut ? excursions.summary.measured : drawn, drawn)}`;

type Summary = NonNullable<SheetData['excursions']>['summary'];

function Summary({ summary: { avgMfeR, avgMaeR, edgeRatio, incomplete } }: { readonly summary: Summary }) {
  return (
    <p class="note">
      Lower bounds:{' '}
      <FigureLabel figure="excursions.summary.avgMfeR.min" place="moves">
        mean MFE
      </FigureLabel>{' '}
      {number(avgMfeR?.min)} R,{' '}
      <FigureLabel figure="excursions.summary.avgMaeR.min" place="moves">
        mean MAE
      </FigureLabel>{' '}
      {number(avgMaeR?.min)} R,{' '}
      <FigureLabel figure="excursions.summary.edgeRatio.min" place="moves">
        edge ratio
      </FigureLabel>{' '}
      {number(edgeRatio?.min)} to {number(edgeRatio?.max)}.
      <LackingBars trades={incomplete} />
    </p>
  );
}
