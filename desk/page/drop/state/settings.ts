import type { RunSettings } from '../../../api/runs.js';
import { ASKED, type AskedName, type RunFile } from './run-file.js';

/** The parameters that the user has entered for all files that lack them. */
export type AskedSettings = Readonly<Partial<Record<AskedName | 'accountCurrency', string>>>;

/**
 * Returns the parameters of a file. A value that the user has entered is used only if the file lacks the parameter.
 * Otherwise the value would override the file, and would create a second session of a file that is already stored.
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

/** Returns the parameters that at least one of these files lacks, in a fixed order. */
export const missingNames = (files: readonly RunFile[]): AskedName[] => {
  const missing = new Set(files.filter(({ phase }) => phase === 'asking').flatMap(({ needs }) => needs));
  return ASKED.filter((name) => missing.has(name));
};
