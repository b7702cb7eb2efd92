import { problemFrom } from '../../../api/problem.js';
import { type RunSettings, previewRun } from '../../../api/runs.js';
import { questionOf } from '../../money/money-question.js';
import { FIRST_BYTES, firstLines } from '../files/first-lines.js';
import { refusalOf } from './refusal.js';
import type { AskedName, RunFile } from './run-file.js';

/**
 * Returns a file with the response of the service.
 * @throws ApiProblem for a problem that concerns not only this file, but all files
 */
export async function readByService(
  file: RunFile,
  settings: RunSettings,
  projectId: string | null,
  signal: AbortSignal,
  isOfAll: (problem: NonNullable<RunFile['problem']>) => boolean,
): Promise<Partial<RunFile>> {
  try {
    const { sessions: preview, missing = [] } = await previewRun(projectId, file.file, settings, signal);
    const known = { problem: null, lines: [] };
    // The preview is not shown before the symbol is known, which a project would give.
    if (missing.includes('symbol'))
      return { ...known, phase: 'asking', needs: withSymbol(file.needs), preview: [], question: null };
    const question = questionOf(preview);
    return { ...known, phase: question ? 'unclear' : 'read', preview, question };
  } catch (error) {
    const problem = problemFrom(error);
    if (!problem || isOfAll(problem)) throw error;
    const refusal = refusalOf(file, problem);
    const rest = { ...refusal, preview: [], problem };
    if (
      refusal.phase === 'asking' &&
      projectId === null &&
      (await lacksSymbol(file, settings, refusal.needs, signal))
    )
      return { ...rest, needs: withSymbol(refusal.needs) };
    if (refusal.phase !== 'unrecognised') return rest;
    return { ...rest, lines: await linesOf(file.file) };
  }
}

const withSymbol = (needs: RunFile['needs']): RunFile['needs'] => [...new Set([...needs, 'symbol' as const])];

/** Values in place of what a file lacks. They only serve to find out whether it lacks a symbol, too. */
const PLACEHOLDERS: Readonly<Partial<Record<AskedName, string>>> = {
  initialBalance: '1',
  timezone: 'UTC',
  dateOrder: 'dmy',
};

/** Returns true if a file lacks a symbol besides the parameters for which the service refused it, so that all are asked at once. */
async function lacksSymbol(
  { file }: RunFile,
  settings: RunSettings,
  needs: RunFile['needs'],
  signal: AbortSignal,
): Promise<boolean> {
  const filled = Object.fromEntries(needs.map((name) => [name, PLACEHOLDERS[name]]));
  const answer = await previewRun(null, file, { ...filled, ...settings }, signal).catch((error: unknown) => {
    if (problemFrom(error)) return null;
    throw error;
  });
  return answer?.missing?.includes('symbol') ?? false;
}

const linesOf = async (file: File) =>
  firstLines(new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer()));
