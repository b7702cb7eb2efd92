/** Matches the path of the metrics, under any base path. */
export const IS_SCRAPE = /\/metrics$/;
