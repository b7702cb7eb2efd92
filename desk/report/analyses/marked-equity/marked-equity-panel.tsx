import type { ComponentChildren } from 'preact';
import { MarkedCurve } from '../../charts/marked-curve.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel, type ExplainedFigure } from '../../explainer.js';
import { amount, amountDecimals, negative, number, percent } from '../../format.js';
import { heldEquity } from '../../held-equity.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { WHOLE } from '../../panels/widths.js';

const HEIGHT = 280;

type Equity = NonNullable<SheetData['markedEquity']>;

/** Equity with open trades at market prices, and the drawdown that realised equity does not show. */
export default function MarkedEquityPanel({ data }: { readonly data: SheetData }) {
  const { markedEquity: equity, session } = data;
  const { accountCurrency, accountTimezone, initialBalance } = session;
  const held = equity ? heldEquity(data) : [];
  return (
    <Panel id="marked-equity" title="Marked equity" about={equity ? 'open trades at market prices' : ''}>
      {!equity && <Skeleton height={HEIGHT} />}
      {equity && (
        <>
          <Sized width={WHOLE}>
            {(width) => (
              <MarkedCurve
                name="Equity with open trades at market prices, its band, and realised equity"
                points={equity.points}
                held={held}
                initialBalance={initialBalance}
                currency={accountCurrency}
                timeZone={accountTimezone}
                width={width}
                height={HEIGHT}
              />
            )}
          </Sized>
          <ul class="legend">
            <li class="key-curve">marked at the close of each bar</li>
            <li class="key-band">where the account can have been within the bar</li>
            <li class="key-actual">realised</li>
            {held.length > 1 && <li class="key-held">buy and hold</li>}
          </ul>
          <Drawdowns equity={equity} currency={accountCurrency} decimals={amountDecimals(initialBalance)} />
        </>
      )}
    </Panel>
  );
}

interface DrawdownsProps {
  readonly equity: Equity;
  readonly currency: string;
  readonly decimals: number;
}

const KINDS = ['realised', 'closes', 'provable', 'possible'] as const;

const FIGURES: Readonly<Record<(typeof KINDS)[number], readonly [label: string, figure: ExplainedFigure]>> = {
  realised: ['Realised', 'equity.drawdown.realised.pct'],
  closes: ['At closes', 'equity.drawdown.closes.pct'],
  provable: ['At least (proven)', 'equity.drawdown.provable.pct'],
  possible: ['At most (possible)', 'equity.drawdown.possible.pct'],
};

/** The deepest drawdown of each curve. */
function Drawdowns({ equity, currency, decimals }: DrawdownsProps) {
  return (
    <div class="facts-row">
      {KINDS.map((kind) => {
        const drawdown = equity.drawdown[kind];
        const [label, figure] = FIGURES[kind];
        return (
          <Fact
            key={kind}
            label={
              <FigureLabel figure={figure} place="marked">
                {label}
              </FigureLabel>
            }
          >
            {percent(negative(drawdown?.pct))}
            <span class="quiet small">
              {' '}
              {amount(negative(drawdown?.money), decimals)} {currency}
            </span>
          </Fact>
        );
      })}
      <p class="note">{hiddenSentence(equity)}</p>
    </div>
  );
}

const Fact = (props: { readonly label: ComponentChildren; readonly children: ComponentChildren }) => (
  <div class="fact">
    <span class="quiet small">{props.label}</span>
    <strong>{props.children}</strong>
  </div>
);

/** Returns a sentence that compares the drawdown with the drawdown of the realised equity. */
function hiddenSentence({ drawdown: { realised, provable } }: Equity): string {
  if (typeof provable?.pct !== 'number')
    return 'The times of the trades do not prove where the account was within a bar.';
  if (!realised?.pct || provable.pct <= realised.pct) return 'Realised equity hides no proven drawdown.';
  return `The account fell at least ${number(provable.pct / realised.pct, 1)} times as deep as realised equity shows.`;
}
