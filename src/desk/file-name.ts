const LONGEST = 60;

/** Name of the report of a session: letters, digits and dashes alone, for headers and every file system. */
export function fileNameOf(sessionName: string): string {
  const plain = sessionName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
  return `${['report', plain].filter(Boolean).join('-')}.html`;
}
