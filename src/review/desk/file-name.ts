const LONGEST = 60;

/**
 * Returns the file name of a session's report. The name contains only letters, digits and dashes, which headers and all
 * file systems support.
 */
export function fileNameOf(sessionName: string): string {
  const plain = sessionName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
  return `${['report', plain].filter(Boolean).join('-')}.html`;
}
