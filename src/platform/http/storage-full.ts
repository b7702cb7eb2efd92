import { Problem } from '../../shared/problems/problem.js';

/** Codes of the errors of a write to a full disk, or beyond the user's disk quota. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code);

export const storageFull = (error: Error): Problem =>
  new Problem(
    'STORAGE_FULL',
    'The service has no room for this file at the moment; nothing of it is stored. Try again later.',
    {
      reason: error.message,
    },
  );
