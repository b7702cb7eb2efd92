interface Tagged {
  readonly id: string;
  readonly tags: readonly string[];
}

/** Returns the sessions whose tags change, with their new tags. If a tag is in both lists, it is added. */
export function taggedSessions(
  sessions: readonly Tagged[],
  added: readonly string[],
  removed: readonly string[],
): (readonly [id: string, tags: string[]])[] {
  return sessions.flatMap(({ id, tags }) => {
    const kept = tags.filter((tag) => !removed.includes(tag) || added.includes(tag));
    const missing = added.filter((tag) => !tags.includes(tag));
    const isUnchanged = kept.length === tags.length && missing.length === 0;
    return isUnchanged ? [] : [[id, [...kept, ...missing]] as const];
  });
}
