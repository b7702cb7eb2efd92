/** A key from the environment. The key is always valid and has every scope. */
export interface ConfiguredKey {
  readonly name: string;
  readonly workspace: string;
  readonly secret: string;
}

export const DEFAULT_WORKSPACE = 'default';

/** Pattern for the names of keys and workspaces. These names appear in logs and on command lines. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Pattern for secrets: the characters that a header can carry unchanged. */
const SECRET_PATTERN = /^[\x21-\x7e]+$/;

/** Maximum number of characters of a secret. Proxies refuse longer headers; nginx accepts 8 KB per header. */
const MAX_SECRET_CHARS = 4_096;

/**
 * Parses `API_KEYS`. An entry is `secret` or `name@workspace:secret`, which is split at the first colon. A problem
 * never shows a secret.
 */
export function configuredKeys(text: string): { keys: ConfiguredKey[]; problems: string[] } {
  const keys: ConfiguredKey[] = [];
  const problems: string[] = [];
  const entries = text.split(/[,\n]/).map((entry) => entry.trim());
  for (const [index, entry] of entries.entries()) {
    if (entry === '') continue;
    const colon = entry.indexOf(':');
    const secret = entry.slice(colon + 1);
    const [name = '', workspace = '', ...rest] =
      colon < 0 ? [`key-${index + 1}`, DEFAULT_WORKSPACE] : entry.slice(0, colon).split('@');
    const where = `API_KEYS entry ${index + 1}`;
    if (!NAME_PATTERN.test(name) || !NAME_PATTERN.test(workspace) || rest.length > 0) {
      problems.push(`${where} must be a secret or name@workspace:secret (letters, digits, ".", "_", "-")`);
    } else if (!SECRET_PATTERN.test(secret)) {
      problems.push(`${where} has a secret that is empty or holds a character that no header can carry`);
    } else if (secret.length > MAX_SECRET_CHARS) {
      problems.push(`${where} has a secret of more than ${MAX_SECRET_CHARS} characters`);
    } else if (keys.some((key) => key.secret === secret)) {
      problems.push(`${where} repeats the secret of an earlier entry`);
    } else {
      keys.push({ name, workspace, secret });
    }
  }
  return { keys, problems };
}
