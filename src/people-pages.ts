import type { Environment } from './platform/config/environment.js';
import { DESK_PATH } from './platform/config/desk-path.js';
import { DOCS_PATH } from './openapi.js';

/** Paths of the pages for people, with the base path; undefined for a page that the settings remove. */
export interface PeoplePages {
  readonly desk: string | undefined;
  readonly docs: string | undefined;
}

export const peoplePages = ({ BASE_PATH, DESK, DOCS }: Environment): PeoplePages => ({
  desk: DESK === 'on' ? `${BASE_PATH}${DESK_PATH}/` : undefined,
  docs: DOCS === 'on' ? `${BASE_PATH}${DOCS_PATH}` : undefined,
});
