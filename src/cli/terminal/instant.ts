import { InvalidArgumentError } from 'commander';

/**
 * Parses a time on the command line: a date, a date and time (UTC unless an offset is given), or epoch milliseconds.
 */
export function parseInstant(text: string): number {
  const ts = /^\d{10,}$/.test(text)
    ? Number(text)
    : Date.parse(/[tT ]\d/.test(text) && !/(z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text);
  if (!Number.isFinite(ts) || ts < 0)
    throw new InvalidArgumentError(
      'It must be a date such as 2023-04-01 or 2023-04-01T12:00, or epoch milliseconds.',
    );
  return ts;
}
