/** Paths that platforms ask every few seconds, under whatever base path. */
export const IS_PROBE = /\/health\/(live|ready)$/;
