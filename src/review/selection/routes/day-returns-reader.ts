import { Injectable } from '@nestjs/common';
import { StudiesService } from '../../trials/studies.service.js';
import { type DayReturns, dayReturnsOf } from '../day-returns.js';
import type { Study } from './study.js';

@Injectable()
export class DayReturnsReader {
  constructor(private readonly studies: StudiesService) {}

  /**
   * Reads the daily returns of the given sessions. The equity of each given session must be above 0 at the start of
   * every day. The results by day are read only for the given sessions, because the results of all sessions of a study
   * may take too much memory.
   * @param sessionIds at most 400 sessions of the study
   */
  async read(
    workspaceId: string,
    { sessions }: Study,
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, DayReturns>> {
    if (sessionIds.length === 0) return new Map();
    const days = await this.studies.readDays(workspaceId, [...sessionIds]);
    const wanted = new Set(sessionIds);
    return new Map(
      sessions
        .filter(({ id }) => wanted.has(id))
        .map(({ id, row: { session, figures } }) => [
          id,
          dayReturnsOf({
            initialBalance: session!.initialBalance,
            dailyPlNet: days.get(id) ?? [],
            firstDay: figures!.firstDay!,
            lastDay: figures!.lastDay!,
          })!,
        ]),
    );
  }
}
