import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '../../database/database.module.js';
import type { DatabaseAddress } from '../../database/pool-settings.js';
import { WorkerThread } from '../../worker/worker-thread.js';
import type { WorkerTask, TaskResult } from './tasks.js';

/** Computes analyses in a thread, which also reads the trades. */
@Injectable()
export class AnalysisWorker implements OnApplicationShutdown {
  readonly thread: WorkerThread;

  constructor(@Inject(DATABASE_ADDRESS) address: DatabaseAddress) {
    const program = new URL('./analysis.worker.js', import.meta.url);
    this.thread = new WorkerThread(program, address, new Logger(AnalysisWorker.name));
  }

  /** @param signal aborts the job while its trades are being read */
  run<Task extends WorkerTask>(task: Task, signal: AbortSignal): Promise<TaskResult<Task>> {
    return this.thread.run(task, signal);
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }
}
