/** The revisions of a state that a request may replace. Revision 0 means that no state is stored. */
export interface Precondition {
  readonly mayBeNew: boolean;
  /** Null if the request may replace any existing revision. */
  readonly wanted: readonly number[] | null;
  readonly unwanted: readonly number[];
}

/** Returns the tag of a revision. The tag is strong, because a state changes only with its revision. */
export const revisionTag = (revision: number): string => `"${revision}"`;

/**
 * Parses the headers If-Match and If-None-Match. Ignores the `W/` that a proxy adds to a tag when it compresses the
 * response. A tag that this service did not make matches no state.
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

/** Returns the revisions that the tags of a header name. */
export function namedIn(header: string | undefined): Named {
  if (header === undefined) return undefined;
  const entries = header.split(',').map((entry) => entry.trim());
  if (entries.includes('*')) return 'any';
  return entries.flatMap((entry) => {
    const [, revision] = /^(?:W\/)?"(0|[1-9]\d{0,14})"$/.exec(entry) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}
