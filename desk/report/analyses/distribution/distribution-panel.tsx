import { Histogram } from '../../charts/histogram.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import { amount, amountDecimals, count, signed, signedAmount } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { AllTradesNote, Panel, Skeleton } from '../../panels/panel.js';
import { BESIDE_WIDE } from '../../panels/widths.js';

const HEIGHT = 240;

export default function DistributionPanel({ data }: { readonly data: SheetData }) {
  const { stats } = data;
  const bins = stats?.plPctDistribution ?? [];
  return (
    <Panel
      id="distribution"
      title="Distribution of returns"
      about={stats && bins.length > 0 ? `n ${count(data.slice?.of ?? stats.tradeCount)}` : ''}
    >
      {!stats && <Skeleton height={HEIGHT} />}
      {bins.length > 0 && <AllTradesNote data={data} />}
      {bins.length > 0 && (
        <Sized width={BESIDE_WIDE}>
          {(width) => (
            <Histogram
              name="Number of trades by return, percent"
              bins={bins}
              unit="% of the entry value"
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
      {bins.length > 0 && !data.slice && <Shape data={data} />}
    </Panel>
  );
}

function Shape({ data: { risk, session } }: { readonly data: SheetData }) {
  if (!risk) return null;
  const { median, standardDeviation, skewness } = risk.perTrade;
  const decimals = amountDecimals(session.initialBalance);
  return (
    <p class="note">
      Net a trade:{' '}
      <FigureLabel figure="risk.perTrade.median" place="shape">
        median
      </FigureLabel>{' '}
      {signedAmount(median, decimals)},{' '}
      <FigureLabel figure="risk.perTrade.standardDeviation" place="shape">
        standard deviation
      </FigureLabel>{' '}
      {amount(standardDeviation, decimals)} {session.accountCurrency},{' '}
      <FigureLabel figure="risk.perTrade.skewness" place="shape">
        skewness
      </FigureLabel>{' '}
      {signed(skewness)}.
    </p>
  );
}
