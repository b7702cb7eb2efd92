import { createHash } from 'node:crypto';

/**
 * The parameters that are part of a digest, in the order in which they are hashed. The same file becomes a different
 * session if one of these parameters differs.
 */
const PARAMETERS = [
  'strategyName',
  'name',
  'strategy',
  'initialBalance',
  'accountCurrency',
  'accountTimezone',
  'symbol',
  'feed',
  'timeframe',
  'tags',
  'source',
  'timezone',
  'dateOrder',
  'stops',
] as const;

/**
 * Parameters that later versions have added. Each of these parameters is hashed only if it is sent, so that existing
 * digests do not change.
 */
const ADDED_PARAMETERS = [
  'study',
  'codeVersion',
  'sample',
  'parameters',
  'profit',
  'costs',
  'pointValue',
  'calendarCode',
] as const;

/** Parameters of a request as they were sent. */
export type SentParameters = Readonly<Record<string, unknown>>;

/**
 * Returns the digest that identifies a run if its file is sent again. Digests are stored, so their form must not
 * change.
 * @param text SHA-256 of the text of the file
 * @param strategyName name of the run's strategy if the file has several
 */
export function runDigest(text: Buffer, sent: SentParameters, strategyName: string | undefined): Buffer {
  const all: SentParameters = { ...sent, strategyName: strategyName ?? sent['strategyName'] };
  const added = ADDED_PARAMETERS.filter((name) => all[name] !== undefined);
  return hashOf(text, [
    ...PARAMETERS.map((name) => all[name] ?? null),
    ...added.map((name) => [name, all[name]]),
  ]);
}

/**
 * Returns the hash of a request with a file. The hash shows whether a request with the same Idempotency-Key is a
 * repetition.
 */
export const requestHash = (text: Buffer, sent: SentParameters): Buffer =>
  hashOf(
    text,
    Object.entries(sent).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const hashOf = (text: Buffer, parameters: unknown): Buffer =>
  createHash('sha256').update(text).update(JSON.stringify(parameters)).digest();
