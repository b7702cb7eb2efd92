/** The path of the review desk below the base path. */
export const DESK_PATH = '/desk';
