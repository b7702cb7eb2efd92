import { numberProblem } from '../../shared/fields/value-rules.js';
import { MAX_AMOUNT, MIN_AMOUNT } from '../../shared/market/amounts.js';
import { compactState } from '../../sessions/client-state/sent-state.js';
import { TRIAL_ENDS } from '../../sessions/trial.js';
import { studyProblem } from '../../sessions/trial-fields.js';
import { STATUSES } from '../../sessions/session.entity.js';
import {
  type ColumnRule,
  countRule,
  derived,
  feed,
  finite,
  hash,
  id,
  instant,
  oneOf,
  orNull,
  revision,
  side,
  spanSet,
  storedSymbol,
  text,
  wholeRule,
} from './column-values.js';

type Rules = Readonly<Record<string, ColumnRule>>;

const key: ColumnRule = (value) =>
  typeof value === 'string' && /^[\x20-\x7e]{1,128}$/.test(value)
    ? undefined
    : 'must have 1 to 128 printable ASCII characters';

/** The response that a repeated request receives. */
const answer: ColumnRule = (value) => {
  try {
    const parsed: unknown = JSON.parse(String(value));
    if (typeof value === 'string' && typeof parsed === 'object' && parsed !== null) return undefined;
  } catch {
    // The code below reports the problem.
  }
  return 'must be the text of a JSON object';
};

const state: ColumnRule = (value) => {
  const text = typeof value === 'string' ? compactState(value) : null;
  return text !== null && text === value
    ? undefined
    : 'must be the compact text of a JSON object, as it is put';
};

const run = wholeRule(1, 2 ** 30);

/** A quantity, a price or a point value that requests accept. */
const amount: ColumnRule = (value) => numberProblem(value, { minimum: MIN_AMOUNT, maximum: MAX_AMOUNT });

const secondLook = oneOf(['run', 'earlier-run']);

/** Counts of the answers of a run; null if they are unknown. */
const ANSWERS: Rules = {
  first_answers: orNull(countRule),
  changed_answers: orNull(countRule),
  second_looks: orNull(countRule),
  earlier_looks: orNull(countRule),
};

/**
 * Rules for columns that no request sets, by table. Other columns are checked like the fields of the request that sets
 * them.
 */
export const COLUMN_RULES: Readonly<Record<string, Rules>> = {
  projects: { id, created_at: instant, updated_at: instant, trials_since: orNull(instant) },
  sessions: {
    id,
    status: oneOf(STATUSES),
    ended_at: orNull(instant),
    created_at: instant,
    updated_at: instant,
    revision,
    label_revision: revision,
    trades_changed_at: orNull(instant),
    run: orNull(run),
    summary_revision: orNull(revision),
    trade_count: derived,
    win_count: derived,
    loss_count: derived,
    break_even_count: derived,
    pl_gross: derived,
    fees_paid: derived,
    pl_net: derived,
    first_entry_time: derived,
    last_exit_time: derived,
    source_file: orNull(text(1, 255)),
    run_at: orNull(instant),
    draws: countRule,
    front: orNull(instant),
    shown_before: spanSet,
    earlier_shown: spanSet,
    earlier_runs: countRule,
    ...ANSWERS,
  },
  session_assets: {
    session_id: id,
    position: wholeRule(0, 32_767),
    id,
    created_at: instant,
    first_entry_time: derived,
    last_exit_time: derived,
  },
  session_states: { session_id: id, state, revision, updated_at: instant },
  session_imports: { project_id: id, digest: hash, session_id: id },
  trials: {
    project_id: id,
    study: (value) => (value === '' ? undefined : studyProblem(value)),
    session_id: id,
    run,
    created_at: instant,
    ended: orNull(oneOf(TRIAL_ENDS)),
    days: orNull(countRule),
    trading_days: orNull(countRule),
    sharpe_per_day: orNull(finite),
    skewness: orNull(finite),
    kurtosis: orNull(finite),
    trade_count: orNull(countRule),
    trades_hash: orNull(hash),
    ...ANSWERS,
  },
  idempotency_keys: {
    key,
    method: text(1, 16),
    path: text(1, 16_384),
    body_hash: hash,
    status: orNull(wholeRule(0, 999)),
    response: answer,
    created_at: instant,
    expires_at: instant,
  },
  trades: {
    session_id: id,
    id,
    created_at: instant,
    updated_at: orNull(instant),
    given_costs: wholeRule(0, 7),
    sent_hash: orNull(hash),
    pl_gross: derived,
    pl_net: derived,
    pl_pct: derived,
    r_multiple: derived,
    second_look: orNull(secondLook),
  },
  playheads: {
    session_id: id,
    at: orNull(instant),
    shown_until: orNull(instant),
    furthest: orNull(instant),
    least_at: orNull(instant),
    seen: spanSet,
    updated_at: orNull(instant),
  },
  first_answers: {
    session_id: id,
    trade_id: id,
    kind: oneOf(['costs', 'edited', 'deleted', 'rewound']),
    changed_at: instant,
    entry_time: instant,
    exit_time: instant,
    qty: amount,
    entry_price: amount,
    exit_price: amount,
    stop_loss: orNull(finite),
    point_value: amount,
    fees_paid: finite,
    spread_paid: finite,
    slippage_paid: finite,
    pl_gross: finite,
    pl_net: finite,
    pl_pct: finite,
    r_multiple: orNull(finite),
    given_costs: wholeRule(0, 7),
    client_id: text(1, 128),
    symbol: storedSymbol,
    feed,
    side,
    second_look: orNull(secondLook),
  },
  seen_spans: { symbol: storedSymbol, feed, created_hour: instant, spans: spanSet },
};
