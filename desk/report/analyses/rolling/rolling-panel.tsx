import { LineChart, type LinePoint } from '../../charts/line-chart.js';
import { Sized, useIsInteractive } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import { short, shortPercent } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import type { PanelProps } from '../analysis.js';
import { noWindows } from './no-windows.js';
import { Choice, Empty, Panel, Skeleton } from '../../panels/panel.js';
import { ROLLING_WINDOWS } from '../../../../src/review/desk/sheet/rolling-windows.js';
import { OF_PAIR } from '../../panels/widths.js';

const HEIGHT = 152;

/** The Sharpe ratio and the volatility of a rolling window of days. */
export default function RollingPanel({ data: { rolling, risk }, onWindow }: PanelProps) {
  const isInteractive = useIsInteractive();
  const days = rolling?.days ?? ROLLING_WINDOWS[0];
  const windows = rolling?.windows ?? [];
  // A shorter window may have figures, so the choice stays visible unless the shortest window is selected.
  const hasChoice = windows.length > 0 || days !== ROLLING_WINDOWS[0];
  const tools = isInteractive && hasChoice && onWindow && (
    <Choice
      label="Days of the window"
      options={ROLLING_WINDOWS.map((window) => [String(window), String(window)] as const)}
      value={String(days)}
      onChange={(text) => onWindow(Number(text))}
    />
  );
  return (
    <Panel
      id="rolling"
      title={`Rolling ${days} days`}
      tools={tools}
      about={windows.length > 0 ? 'by the last day of each window' : ''}
    >
      {!rolling && <Skeleton height={HEIGHT + 48} />}
      {rolling && windows.length === 0 && <Empty>{noWindows(days, risk)}</Empty>}
      {windows.length > 0 && (
        <div class="pair">
          <div>
            <h3>
              <FigureLabel figure="risk.rolling.sharpe" place="rolling">
                Sharpe ratio
              </FigureLabel>
            </h3>
            <Sized width={OF_PAIR}>
              {(width) => (
                <LineChart
                  name={`Sharpe ratio of the last ${days} days, by day`}
                  label="Sharpe ratio"
                  points={pointsOf(windows, 'sharpe')}
                  write={short}
                  level={0}
                  width={width}
                  height={HEIGHT}
                />
              )}
            </Sized>
          </div>
          <div>
            <h3>
              <FigureLabel figure="risk.rolling.volatilityPct" place="rolling">
                Volatility a year
              </FigureLabel>
            </h3>
            <Sized width={OF_PAIR}>
              {(width) => (
                <LineChart
                  name={`Volatility of the last ${days} days, percent a year, by day`}
                  label="Volatility, %"
                  points={pointsOf(windows, 'volatilityPct')}
                  write={shortPercent}
                  level={0}
                  width={width}
                  height={HEIGHT}
                />
              )}
            </Sized>
          </div>
        </div>
      )}
    </Panel>
  );
}

type Windows = NonNullable<SheetData['rolling']>['windows'];

const pointsOf = (windows: Windows, figure: 'sharpe' | 'volatilityPct'): LinePoint[] =>
  windows.map((window) => ({ time: Date.parse(window.date), value: window[figure] }));
