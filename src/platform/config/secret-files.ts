import { readFileSync } from 'node:fs';

/**
 * Settings that hold secrets. The variable `NAME_FILE` can name a file with the value of the setting `NAME`, because
 * orchestrators mount secrets as files.
 */
const SECRETS = ['API_KEYS', 'DATABASE_URL', 'REDIS_URL'] as const;

export const SECRET_FILES: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Replaces each setting `NAME_FILE` by the content of its file. Problems show neither the name nor the content of a
 * file, because each of the two may be a secret by mistake.
 */
export function withSecretFiles(source: Values): { readonly values: Values; readonly problems: string[] } {
  const values = { ...source };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = source[setting]?.trim();
    if (!file) continue;
    if (source[name]) {
      problems.push(`${name} and ${setting} cannot both be set`);
      continue;
    }
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content === '') problems.push(`${setting} names an empty file`);
      values[name] = content;
    } catch (error) {
      problems.push(`${setting} cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`);
    }
  }
  return { values, problems };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
};

const reasonOf = ({ code = '' }: NodeJS.ErrnoException): string => REASONS[code] ?? code;
