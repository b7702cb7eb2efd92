import { Bands } from '../../charts/bands.js';
import { Sized, useIsInteractive } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import { amount, amountDecimals, count, negative, percent, share, signed } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import type { PanelProps } from '../analysis.js';
import { RiskSlider, riskText } from './risk-slider.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { HALF } from '../../panels/widths.js';

const HEIGHT = 240;

/** Other results that the same trades could have produced. */
export default function MonteCarloPanel({ data, onRisk }: PanelProps) {
  const isInteractive = useIsInteractive();
  const { monteCarlo, session } = data;
  const { initialBalance, accountCurrency } = session;
  const decimals = amountDecimals(initialBalance);
  const bands = monteCarlo?.equityBands ?? [];
  return (
    <Panel id="monte-carlo" title="Monte Carlo" about={monteCarloSummary(data)}>
      {!monteCarlo && <Skeleton height={HEIGHT} />}
      {bands.length > 0 && (
        <Sized width={HALF}>
          {(width) => (
            <Bands
              name="Equity of random paths of the trades: median, 25 to 75 %, 5 to 95 %"
              bands={bands}
              initialBalance={initialBalance}
              decimals={decimals}
              currency={accountCurrency}
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
      {isInteractive && onRisk && monteCarlo?.basis === 'risk' && (
        <RiskSlider of={monteCarlo} chosen={data.chosenRiskPct} onRisk={onRisk} />
      )}
      {monteCarlo && bands.length > 0 && (
        <p class="note">
          {methodSentence(data)}
          {basisSentence(monteCarlo)}
          <FigureLabel figure="monte-carlo.finalEquity.p05" place="paths">
            Final equity
          </FigureLabel>{' '}
          {amount(monteCarlo.finalEquity?.p05, decimals)} to {amount(monteCarlo.finalEquity?.p95, decimals)}{' '}
          in 90 % of the paths;{' '}
          <FigureLabel figure="monte-carlo.maxDrawdownPct.p50" place="paths">
            deepest drawdown
          </FigureLabel>{' '}
          of the median path {percent(negative(monteCarlo.maxDrawdownPct?.p50), 1)}, of the worst 5 %{' '}
          {percent(negative(monteCarlo.maxDrawdownPct?.p95), 1)};{' '}
          <FigureLabel figure="monte-carlo.riskOfRuin" place="paths">
            half the balance lost
          </FigureLabel>{' '}
          in {share(monteCarlo.riskOfRuin)}.
        </p>
      )}
    </Panel>
  );
}

function monteCarloSummary({ monteCarlo }: SheetData): string {
  if (!monteCarlo || monteCarlo.paths === 0) return '';
  return `${count(monteCarlo.paths)} paths, ${monteCarlo.method}, n ${count(monteCarlo.trades)}`;
}

/** Returns the reason why paths consist of blocks. */
function methodSentence({ monteCarlo, risk }: SheetData): string {
  const z = risk?.perTrade.runsZ;
  if (monteCarlo?.method !== 'block' || typeof z !== 'number') return '';
  const shape = z < 0 ? 'come in streaks' : 'alternate';
  return `Wins and losses ${shape} (runs test, z ${signed(z)}), so the paths are made of blocks of consecutive trades. `;
}

/** Returns a description of the basis of the paths. */
function basisSentence({ basis, riskPct, suggested }: NonNullable<SheetData['monteCarlo']>): string {
  if (basis === 'equity')
    return 'Trade sizes follow the account, so the paths compound the results in percent of the equity. ';
  if (basis === 'risk')
    return `The trades risk a steady share of the account, so the paths compound the results in R with ${riskText(riskPct)} at risk in each trade${riskPct === suggested.riskPct ? ', as in the session' : ''}. `;
  return 'Every trade of a path keeps its result in money. ';
}
