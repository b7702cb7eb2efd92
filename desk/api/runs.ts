import type {
  ImportedSession as Imported,
  RunImportAnswer,
} from '../../src/review/trade-files/runs/run-import.dto.js';
import type {
  FilePreviewAnswer,
  PreviewedSession as Previewed,
  RunPreviewAnswer,
} from '../../src/review/trade-files/runs/run-preview.dto.js';
import { ApiProblem } from './problem.js';
import { type Query, askJson } from './send.js';
import { typeOf } from './trades.js';

export type PreviewedSession = Pick<Previewed, keyof Previewed>;
export type ImportedSession = Pick<Imported, keyof Imported>;

/** The facts that a user gives about a run. The service takes everything else from the file. */
export interface RunSettings {
  readonly feed?: string;
  readonly timezone?: string;
  readonly accountTimezone?: string;
  readonly symbol?: string;
  readonly initialBalance?: string;
  readonly accountCurrency?: string;
  readonly dateOrder?: string;
  readonly source?: string;
  readonly strategyName?: string;
  readonly tags?: string;
  readonly profit?: string;
  readonly costs?: string;
  readonly pointValue?: string;
  readonly calendarCode?: string;
}

/** The sessions that the import of a file would create. */
interface RunPreview {
  readonly sessions: readonly PreviewedSession[];
  /** The settings that a project would give, because file and request lack them; undefined in a project. */
  readonly missing?: FilePreviewAnswer['missing'];
}

/**
 * Returns the sessions that the import of a file would create.
 * @param projectId the project of the import; null if it does not exist yet
 */
export async function previewRun(
  projectId: string | null,
  file: File,
  settings: RunSettings,
  signal: AbortSignal,
): Promise<RunPreview> {
  if (projectId === null)
    return sendRun<FilePreviewAnswer>('/imports/preview', file, { ...settings }, {}, signal);
  const query = { ...settings, preview: 'true' };
  return sendRun<RunPreviewAnswer>(importOf(projectId), file, query, {}, signal);
}

/**
 * Creates sessions from a file. Call `announceChange` after the last file.
 * @param attempt an id that stays the same for each attempt to store the same file
 */
export async function importRun(
  projectId: string,
  file: File,
  settings: RunSettings,
  attempt: string,
): Promise<readonly ImportedSession[]> {
  const headers = { 'idempotency-key': attempt };
  return (await sendRun<RunImportAnswer>(importOf(projectId), file, { ...settings }, headers)).sessions;
}

const importOf = (projectId: string): string => `/projects/${projectId}/import`;

async function sendRun<Answer>(
  path: string,
  file: File,
  query: Query,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> {
  await requireReadable(file);
  return askJson<Answer>(path, {
    method: 'POST',
    query,
    body: file,
    contentType: typeOf(file.name),
    headers: {
      ...headers,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`,
    },
    signal,
  });
}

/**
 * Throws if the file was changed or removed. Otherwise the failure would look like a service that cannot be reached.
 */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiProblem(
      400,
      'UNREADABLE',
      'The file cannot be read. If it was changed or moved, choose it again.',
    );
  }
}
