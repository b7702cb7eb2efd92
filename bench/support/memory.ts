import { readFile } from 'node:fs/promises';
import type { Server } from './processes.js';

const KB_PER_MB = 1_024;

/** Returns the memory of a process in MB: the current resident memory or the peak. */
export async function memoryMb({ process }: Server, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${what}:\\s*(\\d+) kB`).exec(status)?.[1]) / KB_PER_MB;
}
