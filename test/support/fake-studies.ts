import type { Environment } from '../../src/platform/config/environment.js';
import type { AnalysisQueue } from '../../src/review/analysis/service/analysis-queue.js';
import { AnalysisCache } from '../../src/review/analysis/service/analysis-cache.js';
import { type PanelSettings, testPanel } from '../../src/review/analysis/overfitting/panel-tests.js';
import type { TaggedJson } from '../../src/platform/http/tagged-answer.js';
import { UNOBSERVED } from '../../src/shared/concurrency/queue-observer.js';
import type { Metrics } from '../../src/platform/metrics/metrics.js';
import { dayOf } from '../../src/review/selection/day-returns.js';
import { ConstantFieldsReader } from '../../src/review/selection/routes/constant-fields-reader.js';
import { DayReturnsReader } from '../../src/review/selection/routes/day-returns-reader.js';
import { EmptyRowsReader } from '../../src/review/selection/routes/empty-rows.js';
import { FieldsReader } from '../../src/review/selection/routes/fields-reader.js';
import { LeaderboardEntries } from '../../src/review/selection/routes/leaderboard-entries.js';
import { LeaderboardService } from '../../src/review/selection/routes/leaderboard.service.js';
import { OverfittingService } from '../../src/review/selection/routes/overfitting.service.js';
import { ParametersService } from '../../src/review/selection/routes/parameters.service.js';
import { SelectionService } from '../../src/review/selection/routes/selection.service.js';
import { SessionFilterReader } from '../../src/review/selection/routes/session-filter.js';
import { StudiesReader } from '../../src/review/selection/routes/studies-reader.js';
import { WalkForwardService } from '../../src/review/selection/routes/walk-forward.service.js';
import { TRIAL_ENDS, type TrialParameter } from '../../src/sessions/trial.js';
import { Ledger, ROW_STATES } from '../../src/review/trials/ledger.js';
import type { CommonValues, ConstantFieldsStore } from '../../src/review/trials/constant-fields.store.js';
import type {
  EmptyPosition,
  EmptySession,
  EmptySessionsStore,
} from '../../src/review/trials/empty-sessions.store.js';
import type { FieldConditions, SessionFilterStore } from '../../src/review/trials/session-filter.store.js';
import type { StudiesService } from '../../src/review/trials/studies.service.js';
import type { RunKey, StudySession } from '../../src/review/trials/study-session.js';
import type {
  ParameterPart,
  StoredField,
  StudySessionsStore,
} from '../../src/review/trials/study-sessions.store.js';
import type { StudyRow } from './stored-study-rows.js';
import { studyRow } from './study-rows.js';

const ALL = '*';

/** The fields that these tests do not vary. */
const SESSION_FIELDS = {
  accountTimezone: 'UTC',
  startedAt: 0,
  updatedAt: 0,
  sourceFile: null,
  runAt: null,
  rangeStart: null,
  rangeEnd: null,
  symbols: ['BTCUSDT', 'ETHUSDT'],
  timeframes: ['1m', '1m'],
};

/** The rows of the ledger in memory, which can be read like the rows in the database. */
export class FakeStudies {
  /** Number of times that rows were read. */
  reads = 0;
  since: number | null = null;
  /** The sessions without trades, newest first. */
  emptySessions: EmptySession[] = [];
  /** Number of rows that this fake reports instead of their true number. */
  statedRows: number | null = null;

  constructor(public rows: StudyRow[]) {}

  versionOf(_: string, __: string, study: string) {
    const rows = this.of(study);
    const version = JSON.stringify(
      rows.map(({ sessionId, run, ended, revision }) => [sessionId, run, ended, revision]),
    );
    const pending = rows.filter((row) => row.pending).length;
    return Promise.resolve({ version, rows: this.statedRows ?? rows.length, pending });
  }

  readLedger(_: string, __: string, study: string) {
    this.reads += 1;
    return Promise.resolve(ledgerOf(this.of(study)));
  }

  counts(_: string, __: string, study: string) {
    const ends = [null, ...TRIAL_ENDS].map((ended) => {
      const rows = this.rows.filter((row) => row.ended === ended);
      return {
        ended,
        rows: rows.filter((row) => row.study === study).length,
        rowsOfProject: rows.length,
      };
    });
    return Promise.resolve({ since: this.since, ends });
  }

  studies(_: string, __: string, most: number) {
    const names = [...new Set(this.rows.map(({ study }) => study))].toSorted();
    return Promise.resolve(
      names
        .slice(0, most)
        .map((study) => ({ study, rows: this.rows.filter((row) => row.study === study).length })),
    );
  }

  sessions(_: string, ids: readonly string[]): Promise<StudySession[]> {
    const empty = this.emptySessions.map(({ id }) => ({ ...studyRow(id, [[0, 1]]), figures: null }));
    return Promise.resolve(
      [...this.having(ids), ...empty.filter(({ sessionId }) => ids.includes(sessionId))].map(
        ({ sessionId, session, study, parameters, codeVersion, sample, figures }) => ({
          id: sessionId,
          ...session!,
          createdAt: session!.createdAt.getTime(),
          ...SESSION_FIELDS,
          answers: null,
          curve: null,
          trial: { study: study === '' ? null : study, parameters, codeVersion, sample },
          statistics: figures?.statistics ?? null,
          returns: figures?.returns ?? null,
        }),
      ),
    );
  }

  names(_: string, ids: readonly string[]) {
    return Promise.resolve(
      this.having(ids).map(({ sessionId: id, session }) => ({ id, name: session!.name })),
    );
  }

  answers(_: string, runs: readonly RunKey[]) {
    return Promise.resolve(runs.map((run) => ({ ...run, answers: null })));
  }

  days(_: string, ids: readonly string[]) {
    return Promise.resolve(
      this.having(ids).map(({ sessionId: id, session, figures }) => ({
        id,
        initialBalance: session!.initialBalance,
        dailyPlNet: figures!.dailyPlNet!,
      })),
    );
  }

  samples(_: string, ids: readonly string[]) {
    return Promise.resolve(
      this.having(ids)
        .filter(({ sample }) => sample !== null)
        .map(({ sessionId: id, session, sample, codeVersion, parameters, figures }) => ({
          id,
          createdAt: session!.createdAt.getTime(),
          sample: sample!,
          settings: JSON.stringify([
            codeVersion,
            Object.entries(parameters)
              .map((each) => each.join('='))
              .toSorted(),
          ]),
          firstEntry: figures!.firstEntry,
          lastExit: figures!.lastExit,
        })),
    );
  }

  fields(_: string, ids: readonly string[], fields: readonly StoredField[]) {
    return Promise.resolve(
      new Map(
        this.having(ids).map(({ sessionId, parameters, figures }) => [
          sessionId,
          fields.map(({ of, name }) => {
            if (of === 'session') return null;
            const values = new Map<string, unknown>(
              Object.entries((of === 'parameters' ? parameters : figures?.[of]) ?? {}),
            );
            return (values.get(name) ?? null) as TrialParameter | null;
          }),
        ]),
      ),
    );
  }

  /** Returns the parameters without their hashes, because no test has as many values. */
  parameters(_: string, ids: readonly string[]): Promise<ParameterPart[]> {
    const rows = this.having(ids);
    const names = [...new Set(rows.flatMap(({ parameters }) => Object.keys(parameters)))].toSorted();
    return Promise.resolve(
      names.map((name) => {
        const values = rows.flatMap(({ parameters }) => (name in parameters ? [parameters[name]!] : []));
        const numbers = values.filter((value) => typeof value === 'number');
        return {
          name,
          sessions: values.length,
          values: [...new Set(values)],
          hashes: Buffer.alloc(0),
          minimum: numbers.length > 0 ? Math.min(...numbers) : null,
          maximum: numbers.length > 0 ? Math.max(...numbers) : null,
        };
      }),
    );
  }

  readonly empty = {
    version: () =>
      Promise.resolve({ count: this.emptySessions.length, version: JSON.stringify(this.emptySessions) }),
    after: (_: unknown, position: EmptyPosition | null, most: number) => {
      const index = position ? this.emptySessions.findIndex(({ id }) => id === position[1]) : -1;
      return Promise.resolve(this.emptySessions.slice(index + 1, index + 1 + most));
    },
  };

  /** Every field differs but the status; the parameters are those of the rows. */
  readonly constant = {
    common: (_: string, ids: readonly string[]): Promise<CommonValues> => {
      const all = ids.map((id) => this.rows.find(({ sessionId }) => sessionId === id)?.parameters ?? {});
      const parameters = Object.entries(all[0] ?? {}).filter(([name, value]) =>
        all.every((others) => others[name] === value),
      );
      return Promise.resolve({
        sessions: all.length,
        fields: { status: 'finished' },
        parameters: Object.fromEntries(parameters.map(([name, value]) => [name, JSON.stringify(value)])),
      });
    },
  };

  readonly filter = {
    meeting: (_: string, ids: readonly string[], { search = '' }: FieldConditions) =>
      Promise.resolve(
        this.having(ids)
          .filter(({ session }) => session!.name.includes(search))
          .map(({ sessionId: id }) => ({ id, startedAt: 0, accountTimezone: 'UTC' })),
      ),
  };

  private of(study: string): StudyRow[] {
    return this.rows.filter((row) => study === ALL || row.study === study);
  }

  /** Returns the rows of sessions that hold trades. */
  private having(ids: readonly string[]): StudyRow[] {
    return this.rows.filter(
      ({ sessionId, current, session }) => current && session !== null && ids.includes(sessionId),
    );
  }
}

function ledgerOf(rows: readonly StudyRow[]): Ledger {
  const hashes = rows.map(({ figures }) => figures?.hash ?? null);
  const numbers = (numberOf: (row: StudyRow) => number | null | undefined) =>
    Float64Array.from(rows, (row) => numberOf(row) ?? Number.NaN);
  return new Ledger({
    count: rows.length,
    idOf: (place) => rows[place]!.sessionId,
    runs: Int32Array.from(rows, ({ run }) => run),
    states: Uint8Array.from(rows, stateOf),
    days: Int32Array.from(rows, ({ figures }) => figures?.days ?? 0),
    tradingDays: Int32Array.from(rows, ({ figures }) => figures?.tradingDays ?? 0),
    sharpes: numbers(({ figures }) => figures?.sharpePerDay),
    skewnesses: numbers(({ figures }) => figures?.skewness),
    kurtoses: numbers(({ figures }) => figures?.kurtosis),
    sameTrades: Int32Array.from(hashes, (hash) => (hash === null ? -1 : hashes.indexOf(hash))),
    studies: Int32Array.from(rows, ({ study }) => rows.findIndex((row) => row.study === study)),
    zones: Uint16Array.from(rows, (_, place) => place),
    zoneNames: rows.map(({ session }) => session?.accountTimezone ?? ''),
    firstDays: Int32Array.from(rows, ({ figures }) => (figures?.firstDay ? dayOf(figures.firstDay) : 0)),
    lastDays: Int32Array.from(rows, ({ figures }) => (figures?.lastDay ? dayOf(figures.lastDay) : 0)),
  });
}

const stateOf = ({ ended, current, session, pending, figures }: StudyRow): number =>
  (ended === null ? 0 : 1 + TRIAL_ENDS.indexOf(ended)) +
  (current && session !== null ? ROW_STATES.current : 0) +
  (pending ? ROW_STATES.pending : 0) +
  (figures === null ? 0 : ROW_STATES.figured) +
  (figures?.equityNotPositive ? ROW_STATES.equityNotPositive : 0);

const ENVIRONMENT = { STATS_CACHE_MB: 64 } as Environment;

/** Returns the services of the routes over rows in memory. They compute the tests of panels in this thread. */
export function selectionOn(rows: StudyRow[]) {
  const fake = new FakeStudies(rows);
  const studies = fake as unknown as StudiesService;
  const sessions = fake as unknown as StudySessionsStore;
  const metrics = { queue: () => UNOBSERVED } as unknown as Metrics;
  const reader = new StudiesReader(studies, new AnalysisCache(ENVIRONMENT), ENVIRONMENT, metrics);
  const days = new DayReturnsReader(sessions);
  const queue = {
    run: ({ settings }: { readonly settings: PanelSettings }) => Promise.resolve(testPanel(settings)),
  } as unknown as AnalysisQueue;
  return {
    fake,
    reader,
    selection: new SelectionService(reader, studies, sessions),
    overfitting: new OverfittingService(reader, days, queue),
    walkForward: new WalkForwardService(reader, days, sessions),
    leaderboard: new LeaderboardService(
      reader,
      new FieldsReader(sessions, ENVIRONMENT),
      new LeaderboardEntries(sessions),
      new EmptyRowsReader(fake.empty as unknown as EmptySessionsStore),
      new ConstantFieldsReader(fake.constant as unknown as ConstantFieldsStore),
      new SessionFilterReader(fake.filter as unknown as SessionFilterStore),
    ),
    parameters: new ParametersService(reader, studies, sessions),
  };
}

/** Returns a request with these parameters. */
export const requestFor = <Query>(query: Query, ifNoneMatch?: string) => ({
  workspaceId: 'w',
  projectId: 'p',
  ifNoneMatch,
  client: { signal: new AbortController().signal },
  query,
});

/** Returns the body of a response. */
export async function bodyOf<Answer>(answer: Promise<TaggedJson>): Promise<Answer> {
  const { body } = await answer;
  return JSON.parse(Buffer.concat(body ?? []).toString()) as Answer;
}
