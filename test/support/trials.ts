import { expect } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { dayOf } from '../../src/review/selection/day-returns.js';
import type { Ledger } from '../../src/review/trials/ledger.js';
import { TrialsClock } from '../../src/review/trials/trials-clock.js';
import { StudiesService } from '../../src/review/trials/studies.service.js';
import { ALL_STUDIES } from '../../src/sessions/trial-fields.js';
import { type StudyRow, storedStudyRows } from './stored-study-rows.js';
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
 * Checks that the service reads the same ledger.
 */
export async function studyOf(t: TestApp, project: OfProject, study = ''): Promise<StudyRow[]> {
  const workspaceId = await workspaceOf(t, project);
  const studies = t.app.get(StudiesService);
  await studies.versionOf(workspaceId, project.projectId, study);
  const which = study === ALL_STUDIES ? null : study;
  const rows = await storedStudyRows(t.app.get(DataSource), workspaceId, project.projectId, which);
  const { signal } = new AbortController();
  const ledger = await studies.readLedger(workspaceId, project.projectId, study, { expected: 0, signal });
  expect(rowsIn(ledger)).toEqual(rows.map((row) => shownOf(row, rows)));
  return rows;
}

/** Returns what a ledger holds of each row. */
const rowsIn = (ledger: Ledger) =>
  Array.from({ length: ledger.count }, (_, place) => {
    const figures = ledger.figuresOf(place);
    const isWhole = ledger.isCurrent(place) && figures !== null;
    return {
      sessionId: ledger.idOf(place),
      run: ledger.runOf(place),
      ended: ledger.endOf(place),
      current: ledger.isCurrent(place),
      pending: ledger.isPending(place),
      figures,
      sharpe: ledger.sharpeOf(place),
      sameTrades: ledger.tradesOf(place),
      zone: ledger.isCurrent(place) ? ledger.zoneOf(place) : null,
      days: isWhole ? ledger.daysOf(place) : null,
      isRuined: isWhole && ledger.isRuined(place),
    };
  });

function shownOf({ session, figures, ...row }: StudyRow, rows: readonly StudyRow[]) {
  const { sessionId, run, ended, pending } = row;
  const current = row.current && session !== null;
  const { days, tradingDays, sharpePerDay = null, skewness, kurtosis, hash = null } = figures ?? {};
  return {
    sessionId,
    run,
    ended,
    current,
    pending,
    figures: figures && { days, tradingDays, sharpePerDay, skewness, kurtosis },
    sharpe: sharpePerDay,
    sameTrades: hash === null ? null : rows.findIndex((other) => other.figures?.hash === hash),
    zone: current ? session.accountTimezone : null,
    days:
      current && figures ? { firstDay: dayOf(figures.firstDay!), lastDay: dayOf(figures.lastDay!) } : null,
    isRuined: current && figures !== null && figures.equityNotPositive,
  };
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
    for (const instance of instances) {
      // An app without the ledger of tries has no such clock.
      const providers = [...instance.get(ModulesContainer).values()].map(({ providers: own }) => own);
      if (providers.some((own) => own.has(TrialsClock))) Object.assign(instance.get(TrialsClock), replaced);
    }
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
