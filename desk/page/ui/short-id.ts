/** Returns the end of an id, which is random. Ids begin with the time, so ids of one minute begin alike. */
export const shortId = (id: string): string => id.slice(-8);
