import { problemFrom } from '../../../api/problem.js';
import { type RunSettings, previewRun } from '../../../api/runs.js';
import { questionOf } from '../../money/money-question.js';
import { FIRST_BYTES, firstLines } from '../files/first-lines.js';
import { refusalOf } from './refusal.js';
import type { RunFile } from './run-file.js';

/**
 * Returns a file with the response of the service.
 * @throws ApiProblem for a problem that concerns not only this file, but all files
 */
export async function readByService(
  file: RunFile,
  settings: RunSettings,
  projectId: string,
  signal: AbortSignal,
  isOfAll: (problem: NonNullable<RunFile['problem']>) => boolean,
): Promise<Partial<RunFile>> {
  try {
    const preview = await previewRun(projectId, file.file, settings, signal);
    const question = questionOf(preview);
    return { phase: question ? 'unclear' : 'read', preview, question, problem: null, lines: [] };
  } catch (error) {
    const problem = problemFrom(error);
    if (!problem || isOfAll(problem)) throw error;
    const refusal = refusalOf(file, problem);
    const rest = { ...refusal, preview: [], problem };
    if (refusal.phase !== 'unrecognised') return rest;
    return { ...rest, lines: await linesOf(file.file) };
  }
}

const linesOf = async (file: File) =>
  firstLines(new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer()));
