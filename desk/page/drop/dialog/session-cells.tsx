import type { TimestampCheckDto } from '../../../../src/review/analysis/timestamps/timestamps.dto.js';
import type { PreviewedSession } from '../../../api/runs.js';
import { UNDEFINED, accountDecimals, count, signed, signedPercent, tone } from '../../../report/format.js';
import { proofSums } from '../../money/proof-sums.js';
import { FEEDS } from '../../../../src/shared/market/feeds.js';

const MAX_SYMBOLS = 2;

const TIMES: Readonly<Record<TimestampCheckDto['verdict'], string>> = {
  aligned: 'fit',
  shifted: 'shifted',
  zone: 'other zone',
  'no-fit': 'do not fit',
  unit: 'wrong unit',
  unknown: '–',
};

export const HEADS = ['Trades', 'File says', 'We compute', 'Net', 'Return'] as const;

/** The markets, the feed and the figures of a session that is created from a file. */
export function SessionCells(props: {
  preview: PreviewedSession;
  /** Names the session for screen readers. */
  name: string;
  setFeed: ((feed: string) => void) | null;
  /** The feed that the user has chosen. */
  feed: string | undefined;
  /** True if the proof of the money is unfolded. */
  isProofOpen: boolean;
  toggleProof: () => void;
}) {
  const { session, figures, check, money } = props.preview;
  const symbols = session.assets.map(({ symbol }) => symbol);
  const feeds = [...new Set(session.assets.map(({ feed }) => feed))];
  const { tradeCount } = figures;
  const ofTrades = (value: number) => (tradeCount > 0 ? value : null);
  const net = ofTrades(figures.plNet);
  return (
    <>
      <td title={symbols.length > MAX_SYMBOLS ? symbols.join(', ') : undefined}>
        {symbols.slice(0, MAX_SYMBOLS).join(', ')}
        {symbols.length > MAX_SYMBOLS && ` and ${symbols.length - MAX_SYMBOLS} more`}
      </td>
      <td>
        {props.setFeed ? (
          <FeedChoice feeds={props.feed ? [props.feed] : feeds} name={props.name} change={props.setFeed} />
        ) : (
          <span class="quiet">{feeds.join(', ')}</span>
        )}
      </td>
      <td class="num">{count(tradeCount)}</td>
      <ProofCells
        sums={proofSums(money)}
        decimals={accountDecimals(session.initialBalance)}
        isOpen={props.isProofOpen}
        toggle={props.toggleProof}
      />
      <td class={`num ${tone(net)}`}>
        {signed(net, accountDecimals(session.initialBalance))}{' '}
        <span class="quiet small">{session.accountCurrency}</span>
      </td>
      <td class={`num ${tone(net)}`}>{signedPercent(ofTrades(figures.plNetPct))}</td>
      <td class={isSettled(check) ? 'quiet' : 'down'} title={check?.message}>
        {check ? TIMES[check.verdict] : '–'}
      </td>
    </>
  );
}

/** The profits that the file prints and the computed ones, with a sign that tells whether both agree. */
function ProofCells(props: {
  sums: ReturnType<typeof proofSums>;
  decimals: number;
  isOpen: boolean;
  toggle: () => void;
}) {
  const { sums, decimals, isOpen, toggle } = props;
  if (!sums)
    return (
      <td colSpan={2} class="num quiet">
        {UNDEFINED}
      </td>
    );
  return (
    <>
      <td class="num">{signed(sums.fileTotal, decimals)}</td>
      <td class="num">
        {signed(sums.total, decimals)}{' '}
        <button
          type="button"
          class={`plain sign ${sums.isEqual ? 'up' : 'down'}`}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <span aria-hidden="true">{sums.isEqual ? '✓' : '≠'}</span>
          <span class="hidden-text">
            {sums.isEqual ? 'The sums agree' : 'The sums differ'}: show each symbol
          </span>
        </button>
      </td>
    </>
  );
}

/** Returns true if the check of the times requires no action by the user. */
export const isSettled = (check: TimestampCheckDto | null): boolean =>
  !check || check.verdict === 'aligned' || check.verdict === 'unknown';

function FeedChoice(props: { feeds: readonly string[]; name: string; change: (feed: string) => void }) {
  const [only] = props.feeds.length === 1 ? props.feeds : [''];
  return (
    <select
      aria-label={`Feed of ${props.name}`}
      value={only}
      onChange={(event) => props.change(event.currentTarget.value)}
    >
      {props.feeds.length > 1 && <option value="">Several feeds</option>}
      {FEEDS.map((feed) => (
        <option key={feed} value={feed}>
          {feed}
        </option>
      ))}
    </select>
  );
}
