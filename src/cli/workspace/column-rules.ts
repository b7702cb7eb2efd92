import { LAST_INSTANT, numberProblem, textProblem } from '../../shared/fields/value-rules.js';
import { isId } from '../../shared/fields/ids.js';
import { compactState } from '../../sessions/client-state/sent-state.js';
import { TRIAL_ENDS } from '../../sessions/trial.js';
import { studyProblem } from '../../sessions/trial-fields.js';
import { STATUSES } from '../../sessions/session.entity.js';

/**
 * Returns the problem of a column's value, as the rest of a sentence that begins with the column's name. Returns
 * undefined if there is no problem.
 */
export type ColumnRule = (value: unknown) => string | undefined;

type Rules = Readonly<Record<string, ColumnRule>>;

const orNull =
  (rule: ColumnRule): ColumnRule =>
  (value) =>
    value === null ? undefined : rule(value);

const whole =
  (minimum: number, maximum: number): ColumnRule =>
  (value) =>
    numberProblem(value, { integer: true, minimum, maximum });

const id: ColumnRule = (value) => (typeof value === 'string' && isId(value) ? undefined : 'must be a UUID');
const instant = whole(1, LAST_INSTANT);
/** A revision. The maximum is far below the largest exact integer of a double, because revisions increase from here. */
const revision = whole(0, 2 ** 52);

/** A SHA-256 hash, in the database's text form of bytes. */
const hash: ColumnRule = (value) =>
  typeof value === 'string' && /^\\x[0-9a-f]{64}$/.test(value) ? undefined : 'must be 32 bytes';

const status: ColumnRule = (value) =>
  STATUSES.some((known) => known === value) ? undefined : `must be one of ${STATUSES.join(', ')}`;

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

const run = whole(1, 2 ** 30);
const count = whole(0, 2 ** 31 - 1);
const finite: ColumnRule = (value) => numberProblem(value, {});

const ended: ColumnRule = (value) =>
  TRIAL_ENDS.some((known) => known === value) ? undefined : `must be one of ${TRIAL_ENDS.join(', ')}`;

/** Accepts any value of a column that is computed again from other rows. */
const derived: ColumnRule = () => undefined;

/**
 * Rules for columns that no request sets, by table. Other columns are checked like the fields of the request that sets
 * them.
 */
export const COLUMN_RULES: Readonly<Record<string, Rules>> = {
  projects: { id, created_at: instant, updated_at: instant, trials_since: orNull(instant) },
  sessions: {
    id,
    status,
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
  },
  session_assets: {
    session_id: id,
    position: whole(0, 32_767),
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
    ended: orNull(ended),
    days: orNull(count),
    trading_days: orNull(count),
    sharpe_per_day: orNull(finite),
    skewness: orNull(finite),
    kurtosis: orNull(finite),
    trade_count: orNull(count),
    trades_hash: orNull(hash),
  },
  idempotency_keys: {
    key,
    method: (value) => textProblem(value, { min: 1, max: 16 }),
    path: (value) => textProblem(value, { min: 1, max: 16_384 }),
    body_hash: hash,
    status: orNull(whole(0, 999)),
    response: answer,
    created_at: instant,
    expires_at: instant,
  },
  trades: {
    session_id: id,
    id,
    created_at: instant,
    updated_at: orNull(instant),
    given_costs: whole(0, 7),
    sent_hash: orNull(hash),
    pl_gross: derived,
    pl_net: derived,
    pl_pct: derived,
    r_multiple: derived,
  },
};
