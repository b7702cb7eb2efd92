/** Matches the paths that orchestrators request every few seconds, under any base path. */
export const IS_PROBE = /\/health\/(live|ready)$/;
