import { Bars } from '../charts/bars.js';
import { Sized } from '../charts/sized.js';
import { weekdayName } from '../dates.js';
import { count, accountDecimals, number, share, short, signed, tone } from '../format.js';
import type { SheetData } from '../sheet-data.js';
import { Empty, Panel, Skeleton } from './panel.js';
import { HALF } from './widths.js';

const HEIGHT = 180;

type Breakdown = NonNullable<SheetData['bySide']>;

/** Results by side, weekday and hour of the entry. */
export function BreakdownPanel({ data }: { readonly data: SheetData }) {
  const { bySide, byHour, byWeekday, session } = data;
  const about = `weekday and hour of the entry, ${session.accountTimezone}`;
  const isEmpty = bySide?.groups.length === 0;
  return (
    <Panel title="Breakdown" span={6} about={about}>
      {isEmpty && <Empty>There are no trades yet.</Empty>}
      {!isEmpty && (
        <>
          {bySide ? <Sides data={data} breakdown={bySide} /> : <Skeleton height={84} />}
          <Groups
            data={data}
            breakdown={byWeekday}
            title="Weekday"
            nameOf={(key) => weekdayName(Number(key))}
          />
          <Groups data={data} breakdown={byHour} title="Hour" nameOf={(key) => key} />
        </>
      )}
    </Panel>
  );
}

function Sides({
  data: { session },
  breakdown,
}: {
  readonly data: SheetData;
  readonly breakdown: Breakdown;
}) {
  const decimals = accountDecimals(session.initialBalance);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Breakdown by side">
      <table>
        <thead>
          <tr>
            <th scope="col">Side</th>
            {['n', `Net, ${session.accountCurrency}`, 'a trade', 'Profit factor', 'Win rate (95 %)'].map(
              (name) => (
                <th key={name} scope="col" class="num">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {breakdown.groups.map(({ key, tradeCount, figures, winrateInterval }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td class="num">{count(tradeCount)}</td>
              <td class={`num ${tone(figures.plNet)}`}>{signed(figures.plNet, decimals)}</td>
              <td class="num">{signed(figures.expectancy, decimals)}</td>
              <td class="num">{number(figures.netProfitFactor)}</td>
              <td class="num">
                {share(figures.winrate)}
                {winrateInterval && (
                  <span class="quiet small">
                    {' '}
                    ({share(winrateInterval.low, 0)} to {share(winrateInterval.high, 0)})
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GroupsProps {
  readonly data: SheetData;
  readonly breakdown: Breakdown | undefined;
  readonly title: string;
  readonly nameOf: (key: string) => string;
}

function Groups({ data: { session }, breakdown, title, nameOf }: GroupsProps) {
  if (!breakdown) return <Skeleton height={HEIGHT} />;
  const decimals = accountDecimals(session.initialBalance);
  const bars = breakdown.groups.map(({ key, tradeCount, figures }) => ({
    label: nameOf(key ?? ''),
    value: tradeCount > 0 ? figures.plNet : null,
    n: tradeCount,
  }));
  return (
    <div class="part">
      <h3>
        {title} <span class="quiet small">net, {session.accountCurrency}</span>
      </h3>
      <Sized width={HALF}>
        {(width) => (
          <Bars
            name={`Net by ${title.toLowerCase()}, ${session.accountCurrency}`}
            bars={bars}
            label={`Net, ${session.accountCurrency}`}
            write={(value) => signed(value, decimals)}
            writeAxis={short}
            width={width}
            height={HEIGHT}
          />
        )}
      </Sized>
    </div>
  );
}
