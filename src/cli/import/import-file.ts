import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { type RunsAnswer, runsIn } from './result-line.js';
import type { ServiceClient } from './service-client.js';
import { ServiceProblem, choiceText } from './service-problem.js';

/** Result of sending a file. */
export type FileResult =
  | { readonly answer: RunsAnswer }
  /** `lines` contains the reasons why the file is not imported. */
  | { readonly lines: readonly string[] };

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.zip': 'application/zip',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.html': 'text/html',
  '.htm': 'text/html',
};

/** Maximum number of problems that are listed for a file. */
const MAX_PROBLEMS = 10;

/** Sends a file to a path of the service. */
export async function importFile(client: ServiceClient, path: string, file: string): Promise<FileResult> {
  try {
    const bytes = await bytesOf(file);
    const type = TYPES[extname(file).toLowerCase()] ?? 'text/csv';
    return { answer: runsIn(await client.sendFile(path, { path: file, bytes, type, name: basename(file) })) };
  } catch (error) {
    return { lines: linesOf(error) };
  }
}

/** @throws Error if the path does not name a readable file */
async function bytesOf(file: string): Promise<number> {
  const stats = await stat(file);
  if (!stats.isFile()) throw new Error('is not a file');
  return stats.size;
}

function linesOf(error: unknown): string[] {
  if (error instanceof ServiceProblem && error.choices.length > 0)
    return [sentenceOf(error), ...error.choices.map((choice) => `  ${choiceText(choice)}`)];
  if (!(error instanceof ServiceProblem) || error.details.length < 2) return [sentenceOf(error)];
  const { details } = error;
  const listed = details.slice(0, MAX_PROBLEMS).map(({ field, message }) => `  ${field} ${message}`);
  const more = details.length - listed.length;
  return [`${details.length} problems`, ...listed, ...(more > 0 ? [`  and ${more} more`] : [])];
}
