import { HeadRow } from '../../panels/head-row.js';
import { CostLine, type CostPoint } from '../../charts/cost-line.js';
import { Scroll } from '../../charts/scroll.js';
import { Sized } from '../../charts/sized.js';
import { FigureLabel } from '../../explainer.js';
import {
  amountDecimals,
  negative,
  number,
  percent,
  price,
  share,
  columnDecimals,
  signed,
  signedPercent,
  tone,
} from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { OF_PAIR } from '../../panels/widths.js';

const HEIGHT = 220;

type Costs = NonNullable<SheetData['costs']>;

/** The net result for higher and lower costs, and the costs at which the net result is 0. */
export default function CostsPanel({ data: { costs, session } }: { readonly data: SheetData }) {
  const { accountCurrency, initialBalance } = session;
  const decimals = amountDecimals(initialBalance);
  const points = costs ? pointsOf(costs) : [];
  return (
    <Panel id="costs" title="Costs" about={points.length > 0 ? 'what is left if trading costs more' : ''}>
      {!costs && <Skeleton height={HEIGHT} />}
      {costs && points.length > 0 && (
        <div class="pair">
          <div>
            <Sized width={OF_PAIR}>
              {(width) => (
                <CostLine
                  name="Net result by the costs of a fill"
                  points={points}
                  paid={costs.paidBp!}
                  breakEven={drawnBreakEven(costs)}
                  currency={accountCurrency}
                  decimals={decimals}
                  width={width}
                  height={HEIGHT}
                />
              )}
            </Sized>
            <p class="note">{sentenceOf(costs)}</p>
          </div>
          <Multiples costs={costs} currency={accountCurrency} decimals={decimals} />
        </div>
      )}
    </Panel>
  );
}

/**
 * Returns the points of the chart. Each point adds further basis points to the costs per fill that the session paid.
 */
const pointsOf = ({ paidBp, basisPoints }: Costs): CostPoint[] =>
  paidBp === null
    ? []
    : basisPoints
        .map((row) => ({ basisPoints: paidBp + row.basisPoints, plNet: row.plNet }))
        .toSorted((one, other) => one.basisPoints - other.basisPoints);

/** The highest break-even costs that are drawn, basis points. Higher costs would leave no room for the other points. */
const MAX_DRAWN_BP = 200;

function drawnBreakEven({ breakEvenBp, paidBp }: Costs): number | null {
  if (breakEvenBp === null || breakEvenBp < 0) return null;
  return breakEvenBp <= Math.max(MAX_DRAWN_BP, 10 * (paidBp ?? 0)) ? breakEvenBp : null;
}

function sentenceOf({ paidBp, breakEvenBp, breakEvenMultiple, costShare, reason }: Costs) {
  return (
    <>
      The session paid{' '}
      <FigureLabel figure="costs.paidBp" place="costs">
        {number(paidBp)} basis points a fill
      </FigureLabel>
      {costShare !== null && (
        <>
          ,{' '}
          <FigureLabel figure="costs.costShare" place="costs">
            {share(costShare)} of the gross result
          </FigureLabel>
        </>
      )}
      .{' '}
      {breakEvenBp !== null && reason !== 'no-gross-profit' && (
        <>
          Nothing is left at{' '}
          <FigureLabel figure="costs.breakEvenBp" place="costs">
            {number(breakEvenBp)} basis points
          </FigureLabel>
          {breakEvenMultiple !== null && (
            <>
              , which is{' '}
              <FigureLabel figure="costs.breakEvenMultiple" place="costs">
                {number(breakEvenMultiple, 1)} times
              </FigureLabel>{' '}
              these costs
            </>
          )}
          .{' '}
        </>
      )}
      {reason === 'no-costs' &&
        'The trades have no costs, so the result is better than a real account would see.'}
      {reason === 'no-gross-profit' && 'The trades lose money even without costs.'}
    </>
  );
}

interface MultiplesProps {
  readonly costs: Costs;
  readonly currency: string;
  readonly decimals: number;
}

function Multiples({ costs, currency, decimals }: MultiplesProps) {
  const rows = rowsOf(costs);
  const nets = columnDecimals(
    rows.map(({ row }) => row.plNet),
    decimals,
  );
  const means = columnDecimals(
    rows.map(({ row }) => row.expectancy),
    decimals,
  );
  return (
    <Scroll name="Results by costs">
      <table>
        <HeadRow
          texts={['Costs']}
          numbers={[
            [`Net, ${currency}`, 'costs.multiples.plNet'],
            'Net, %',
            'Mean',
            'Profit factor',
            ['Deepest drawdown', 'costs.multiples.maxDrawdownPct'],
          ]}
          place="costs"
        />
        <tbody>
          {rows.map(({ label, row }) => (
            <tr key={label}>
              <th scope="row" class="nowrap">
                {label}
              </th>
              <td class={`num ${tone(row.plNet)}`}>{signed(row.plNet, nets)}</td>
              <td class="num">{signedPercent(row.plNetPct)}</td>
              <td class="num">{signed(row.expectancy, means)}</td>
              <td class="num">{number(row.netProfitFactor)}</td>
              <td class="num">{percent(negative(row.maxDrawdownPct))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const rowsOf = ({ multiples, basisPoints }: Costs) => [
  ...multiples.map((row) => ({ label: `${price(row.multiple)} × paid`, row })),
  ...basisPoints
    .filter((row) => row.basisPoints > 0)
    .map((row) => ({ label: `paid + ${price(row.basisPoints)} bp`, row })),
];
