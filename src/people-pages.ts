import type { Environment } from './platform/config/environment.js';
import type { PeoplePage } from './platform/http/people-page.js';
import { DOCS_PATH } from './swagger-ui.js';

/** Paths of the pages for people, with the base path; undefined for a page that is not served. */
export interface PeoplePages {
  readonly desk: string | undefined;
  readonly docs: string | undefined;
}

export const peoplePages = ({ BASE_PATH, DOCS }: Environment, { path }: PeoplePage): PeoplePages => ({
  desk: path === undefined ? undefined : `${BASE_PATH}${path}`,
  docs: DOCS === 'on' ? `${BASE_PATH}${DOCS_PATH}` : undefined,
});
