/**
 * Content types of exports, so that an exported file can be sent back unchanged, and of files of other tools. The first
 * bytes of a file tell what it is, so a client that does not know sends `application/octet-stream`.
 */
export const FILE_TYPES = [
  'text/csv',
  'application/json',
  'application/x-ndjson',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/html',
  'application/octet-stream',
];
