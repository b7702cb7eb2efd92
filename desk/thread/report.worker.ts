import type { Pool } from 'pg';
import { type Done, serveJobs } from '../../src/platform/worker/serve-jobs.js';
import { makeReport } from './make-report.js';
import { reportAssets } from './report-assets.js';
import type { ReportTask } from '../../src/review/desk/report-task.js';

/* The program of the thread that makes reports. The thread itself reads trades and bars from the database. */

const assets = reportAssets();

async function done(pool: Pool, task: ReportTask, signal: AbortSignal): Promise<Done> {
  // The file gets newly allocated memory, which can be transferred to the other thread.
  const file = new TextEncoder().encode(await makeReport(pool, task, assets, signal));
  return { result: file, memory: [file.buffer] };
}

serveJobs(done);
