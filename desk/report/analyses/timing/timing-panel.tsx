import { ObservedHistogram } from '../../charts/observed-histogram.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import {
  amountDecimals,
  count,
  number,
  percent,
  signedAmount,
  signedPercent,
  columnDecimals,
} from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { HALF } from '../../panels/widths.js';

const HEIGHT = 220;

type Timing = NonNullable<SheetData['timing']>;

/** The result of the session beside the results of the same trades at random times. */
export default function TimingPanel({ data: { timing, session } }: { readonly data: SheetData }) {
  const { accountCurrency, initialBalance } = session;
  const decimals = amountDecimals(initialBalance);
  const net = timing ? knownFigure(timing.net) : null;
  return (
    <Panel id="timing" title="Timing" about={net ? 'the same trades at random times' : ''}>
      {!timing && <Skeleton height={HEIGHT} />}
      {timing && net && (
        <>
          {net.histogram.length > 0 && (
            <Sized width={HALF}>
              {(width) => (
                <ObservedHistogram
                  name="Net results of the same trades at random times, and of the session"
                  bins={net.histogram}
                  counted="path"
                  observed={net.observed}
                  label={`net, ${accountCurrency}`}
                  decimals={columnDecimals(
                    net.histogram.flatMap(({ from, to }) => [from, to]),
                    decimals,
                  )}
                  width={width}
                  height={HEIGHT}
                />
              )}
            </Sized>
          )}
          <p class="note">
            {verdict(net.pValue)} Measured at the opens of candles, these entries make{' '}
            <FigureLabel figure="timing.net.observed" place="timing">
              {signedAmount(net.observed, decimals)} {accountCurrency}
            </FigureLabel>{' '}
            and random entries{' '}
            <FigureLabel figure="timing.net.mean" place="timing">
              {signedAmount(net.mean, decimals)} {accountCurrency}
            </FigureLabel>{' '}
            on average (
            <FigureLabel figure="timing.net.pValue" place="timing">
              p {number(net.pValue, 3)}
            </FigureLabel>
            , {count(timing.paths)} random shifts). {heldSentence(timing)}
          </p>
        </>
      )}
    </Panel>
  );
}

type Figure = NonNullable<Timing['net']>;
type KnownFigure = { readonly [Name in keyof Figure]: NonNullable<Figure[Name]> };

/**
 * Returns the figure; null if one of its values is null. The API sends null for a value that exceeds the largest
 * number.
 */
const knownFigure = (figure: Figure | null): KnownFigure | null =>
  figure && Object.values(figure).every((value) => value !== null) ? (figure as KnownFigure) : null;

/**
 * If the p-value is at most SMALL, the entries are better timed than chance. If it is above LARGE, the entries are
 * worse timed than chance.
 */
const SMALL = 0.05;
const LARGE = 0.95;

function verdict(pValue: number): string {
  if (pValue <= SMALL) return 'The entries were better timed than chance.';
  if (pValue > LARGE) return 'The entries were worse timed than chance.';
  return 'The entries may be no better timed than chance.';
}

function heldSentence({ buyAndHold, market }: Timing) {
  return (
    <>
      {buyAndHold && (
        <>
          Buy and hold made{' '}
          <FigureLabel figure="timing.buyAndHold.pct" place="timing">
            {signedPercent(buyAndHold.pct)}
          </FigureLabel>
          .{' '}
        </>
      )}
      {market && market.beta !== null && (
        <>
          <FigureLabel figure="timing.market.beta" place="timing">
            Beta
          </FigureLabel>{' '}
          {number(market.beta)},{' '}
          <FigureLabel figure="timing.market.alphaPct" place="timing">
            alpha
          </FigureLabel>{' '}
          {percent(market.alphaPct)} a year.
        </>
      )}
    </>
  );
}
