import { useEffect } from 'preact/hooks';

const REASONS: Readonly<Record<string, string>> = {
  'no-trades': 'There are no tries yet. A session counts as a try from its first trade on.',
  'too-many-trials': 'The study has more than 100,000 tries, which are too many to be compared.',
  'too-many-values': 'A parameter has more than 100 values, which are too many for a map.',
  'too-few-sessions': 'Fewer than 10 sessions can be compared over the same days.',
  'too-few-days':
    'The sessions share fewer than 60 days. A session that begins late or ends early shortens the days of all: delete it, or give it a study of its own.',
  'no-windows':
    'No session has the sample “out”. Runs are in or out of sample by a setting of a new session, or by the parameter “sample” of an import over the API.',
  'too-many-windows': 'The study has more than 200 windows.',
  'windows-overlap': 'Windows share days, so they cannot be joined to one account.',
  'no-variance': 'Fewer than two tries have figures of 20 trading days, so luck sets no bar yet.',
};

/** Interval at which the page requests figures again while they are being computed, ms. */
const WAIT_MS = 2_000;

interface StateNoticeProps {
  readonly state: 'ready' | 'pending' | 'unavailable';
  readonly reason: string | null;
  /** Sends the request again. */
  readonly reload: () => void;
  readonly answer: unknown;
}

/**
 * A line with the reason why figures are missing. While the figures are being computed, the page requests them again.
 */
export function StateNotice({ state, reason, reload, answer }: StateNoticeProps) {
  const isPending = state === 'pending';
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(reload, WAIT_MS);
    return () => clearTimeout(timer);
  }, [isPending, reload, answer]);
  if (isPending) return <p class="banner pending">The figures of some sessions are being computed.</p>;
  if (reason === null) return null;
  return <p class="banner pending">{REASONS[reason] ?? reason}</p>;
}
