import type { RunSettings } from '../../../api/runs.js';
import { ASKED, type AskedName, type RunFile } from './run-file.js';

/** The answers for all files that lack parameters. */
export type AskedSettings = Readonly<Partial<Record<AskedName | 'accountCurrency', string>>>;

/**
 * Returns the parameters of a file. A file gets only the answers for parameters that it lacks. Any other answer would
 * override the file, and would make a second session of a file that is already stored.
 * @param common settings of all files
 */
export function settingsOf(
  { settings, needs }: Pick<RunFile, 'settings' | 'needs'>,
  common: RunSettings,
  asked: AskedSettings,
): RunSettings {
  const names = needs.includes('initialBalance') ? [...needs, 'accountCurrency' as const] : needs;
  const answers = Object.fromEntries(names.map((name) => [name, asked[name]?.trim()]));
  return withoutEmpty({ ...common, ...withoutEmpty(answers), ...withoutEmpty(settings) });
}

const withoutEmpty = (settings: RunSettings): RunSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));

/** Returns the parameters that any of these files lacks, in a fixed order. */
export const missingNames = (files: readonly RunFile[]): AskedName[] => {
  const missing = new Set(files.filter(({ phase }) => phase === 'asking').flatMap(({ needs }) => needs));
  return ASKED.filter((name) => missing.has(name));
};
