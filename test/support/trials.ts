import { DataSource } from 'typeorm';
import { TrialsClock } from '../../src/review/trials/trials-clock.js';
import { StudiesService } from '../../src/review/trials/studies.service.js';
import type { StudyRow } from '../../src/review/trials/study-row.js';
import type { TestApp } from './app.js';

interface OfProject {
  readonly projectId: string;
}

/** Returns the id of the workspace of a project. */
export async function workspaceOf({ app }: TestApp, { projectId }: OfProject): Promise<string> {
  const [row] = await app
    .get(DataSource)
    .query<{ id: string }[]>('SELECT workspace_id AS id FROM projects WHERE id = $1', [projectId]);
  return row!.id;
}

/**
 * Returns the rows of a study after computing the figures of its sessions. By default, the study is the project's own.
 */
export async function studyOf(t: TestApp, project: OfProject, study = ''): Promise<StudyRow[]> {
  const workspaceId = await workspaceOf(t, project);
  return t.app.get(StudiesService).readStudy(workspaceId, project.projectId, study, { daily: true });
}

/** Returns the session, the run and the end of each row of the ledger. */
export const endsOf = (rows: readonly StudyRow[]) =>
  rows.map(({ sessionId, run, ended }) => [sessionId, run, ended]);

/** The clock of background work on figures in a test. Its time passes only when the test moves the clock. */
export class ManualTrialsClock {
  private time = 0;
  private readonly sleepers = new Set<{ readonly until: number; wake(): void }>();

  static of({ instances }: Pick<TestApp, 'instances'>): ManualTrialsClock {
    const clock = new ManualTrialsClock();
    const replaced = {
      now: () => clock.time,
      passes: (ms: number, signal: AbortSignal) => clock.passes(ms, signal),
    } satisfies Pick<TrialsClock, 'now' | 'passes'>;
    for (const instance of instances) Object.assign(instance.get(TrialsClock), replaced);
    return clock;
  }

  /** Number of waits in progress. */
  get waiting(): number {
    return this.sleepers.size;
  }

  advance(ms: number): void {
    this.time += ms;
    for (const sleeper of this.sleepers) if (sleeper.until <= this.time) sleeper.wake();
  }

  private passes(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.sleepers.delete(sleeper);
        resolve();
      };
      const sleeper = { until: this.time + ms, wake };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted) wake();
    });
  }
}
