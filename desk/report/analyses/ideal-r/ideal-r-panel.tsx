import { Scatter } from '../../charts/scatter.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import { multipleOfRisk, number, plural, sample, share } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { hasIdealR, idealRPoints } from './ideal-r-points.js';
import { LackingBars } from '../../panels/no-candles.js';
import { AllTradesNote, Panel, Skeleton } from '../../panels/panel.js';
import { HALF } from '../../panels/widths.js';

const HEIGHT = 260;

/** Compares the market's best move before each stop with the result of the trade. */
export default function IdealRPanel({ data }: { readonly data: SheetData }) {
  const { stats, trades } = data;
  const analysis = stats?.idealRAnalysis;
  const isMeasured = hasIdealR(stats);
  const points = idealRPoints(data);
  return (
    <Panel
      id="ideal-r"
      title="Ideal R and R"
      about={points.length > 0 ? idealRSummary(data, points.length) : ''}
    >
      {(!analysis || (isMeasured && !trades)) && <Skeleton height={HEIGHT} />}
      {points.length > 0 && <AllTradesNote data={data} />}
      {points.length > 0 && (
        <Sized width={HALF}>
          {(width) => (
            <Scatter
              name="Ideal R and actual R of each trade"
              points={points}
              xLabel="Ideal R"
              yLabel="R"
              hasDiagonal
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
      {analysis && points.length > 0 && <IdealRSummary analytics={analysis.analytics} />}
    </Panel>
  );
}

/** Returns a text with the number of trades. The means include all trades, even trades that are not drawn. */
const idealRSummary = ({ stats, trades }: SheetData, drawn: number): string =>
  sample(
    stats && trades && trades.length < stats.tradeCount
      ? stats.idealRAnalysis.analytics.measuredTrades
      : drawn,
    drawn,
  );

type Analytics = NonNullable<SheetData['stats']>['idealRAnalysis']['analytics'];

function IdealRSummary({ analytics }: { readonly analytics: Analytics }) {
  const { averageIdealR, maxIdealR, incompleteTrades, losingMeasuredTrades, thresholdR } = analytics;
  const rate = losingMeasuredTrades > 0 ? analytics.couldHaveProfitBreakEvenRate : null;
  return (
    <p class="note">
      Ideal R:{' '}
      <FigureLabel figure="averageIdealR" place="ideal">
        mean
      </FigureLabel>{' '}
      {multipleOfRisk(averageIdealR)},{' '}
      <FigureLabel figure="maxIdealR" place="ideal">
        highest
      </FigureLabel>{' '}
      {multipleOfRisk(maxIdealR)}. {share(rate, 0)} of {plural(losingMeasuredTrades, 'loss', 'losses')}{' '}
      <FigureLabel figure="couldHaveProfitBreakEvenRate" place="ideal">
        reached {number(thresholdR, 1)} R first
      </FigureLabel>
      .<LackingBars trades={incompleteTrades} />
    </p>
  );
}
