/** Which revisions of a state a request may replace. The revision 0 stands for a state that was never put. */
export interface Precondition {
  readonly mayBeNew: boolean;
  /** Null: any of those that there are. */
  readonly wanted: readonly number[] | null;
  readonly unwanted: readonly number[];
}

/** A strong tag: a state changes with its revision alone. */
export const revisionTag = (revision: number): string => `"${revision}"`;

/**
 * What the headers If-Match and If-None-Match ask for. A proxy that compresses answers puts `W/` in front of their tags, which
 * is ignored; a tag that is none of ours names no state.
 */
export function preconditionOf(ifMatch: string | undefined, ifNoneMatch: string | undefined): Precondition {
  const [wanted, unwanted] = [ifMatch, ifNoneMatch].map(namedIn);
  return {
    mayBeNew:
      (!wanted || (wanted !== 'any' && wanted.includes(0))) && !(isList(unwanted) && unwanted.includes(0)),
    wanted: unwanted === 'any' ? [] : isList(wanted) ? wanted : null,
    unwanted: isList(unwanted) ? unwanted : [],
  };
}

type Named = 'any' | readonly number[] | undefined;

const isList = (named: Named): named is readonly number[] => Array.isArray(named);

/** The revisions whose tags a header names. */
export function namedIn(header: string | undefined): Named {
  if (header === undefined) return undefined;
  const entries = header.split(',').map((entry) => entry.trim());
  if (entries.includes('*')) return 'any';
  return entries.flatMap((entry) => {
    const [, revision] = /^(?:W\/)?"(0|[1-9]\d{0,14})"$/.exec(entry) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}
