import type { Environment } from '../../src/platform/config/environment.js';
import type { AnalysisQueue } from '../../src/review/analysis/routes/analysis-queue.js';
import { AnalysisCache } from '../../src/review/analysis/routes/analysis-cache.js';
import { type PanelSettings, testPanel } from '../../src/review/analysis/overfitting/panel-tests.js';
import type { TaggedJson } from '../../src/platform/http/tagged-answer.js';
import { DayReturnsReader } from '../../src/review/selection/routes/day-returns-reader.js';
import { LeaderboardService } from '../../src/review/selection/routes/leaderboard.service.js';
import { OverfittingService } from '../../src/review/selection/routes/overfitting.service.js';
import { ParametersService } from '../../src/review/selection/routes/parameters.service.js';
import { SelectionService } from '../../src/review/selection/routes/selection.service.js';
import { StudiesReader } from '../../src/review/selection/routes/studies-reader.js';
import { WalkForwardService } from '../../src/review/selection/routes/walk-forward.service.js';
import type { StudiesService } from '../../src/review/trials/studies.service.js';
import type { StudyRow } from '../../src/review/trials/study-row.js';

const ALL = '*';

/** The rows of the ledger in memory, which can be read like the rows in the database. */
export class FakeStudies {
  /** Number of times that rows were read. */
  reads = 0;
  since: number | null = null;
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

  readStudy(_: string, __: string, study: string) {
    this.reads += 1;
    return Promise.resolve(
      this.of(study).map((row) => ({ ...row, figures: row.figures && { ...row.figures, dailyPlNet: null } })),
    );
  }

  readDays(_: string, ids: readonly string[]) {
    const rows = this.rows.filter(({ sessionId, ended }) => ended === null && ids.includes(sessionId));
    return Promise.resolve(new Map(rows.map(({ sessionId, figures }) => [sessionId, figures!.dailyPlNet!])));
  }

  counts() {
    const keys = [...new Set(this.rows.map(({ study, ended }) => JSON.stringify([study, ended])))];
    const studies = keys.map((key) => {
      const [study, ended] = JSON.parse(key) as [string, StudyRow['ended']];
      const rows = this.rows.filter((row) => row.study === study && row.ended === ended).length;
      return { study, ended, rows };
    });
    return Promise.resolve({ since: this.since, studies });
  }

  private of(study: string): StudyRow[] {
    return this.rows.filter((row) => study === ALL || row.study === study);
  }
}

const ENVIRONMENT = { STATS_CACHE_MB: 64 } as Environment;

/** Returns the services of the routes over rows in memory. They compute the tests of panels in this thread. */
export function selectionOn(rows: StudyRow[]) {
  const fake = new FakeStudies(rows);
  const studies = fake as unknown as StudiesService;
  const reader = new StudiesReader(studies, new AnalysisCache(ENVIRONMENT), ENVIRONMENT);
  const days = new DayReturnsReader(studies);
  const queue = {
    run: ({ settings }: { readonly settings: PanelSettings }) => Promise.resolve(testPanel(settings)),
  } as unknown as AnalysisQueue;
  return {
    fake,
    selection: new SelectionService(reader, studies),
    overfitting: new OverfittingService(reader, days, queue),
    walkForward: new WalkForwardService(reader, days),
    leaderboard: new LeaderboardService(reader),
    parameters: new ParametersService(reader, studies),
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
