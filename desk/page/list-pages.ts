/** The pages of lists, which are loaded together, because they share most of their parts. */
export { ProjectsPage } from './projects/projects-page.js';
export { SessionsPage } from './sessions/sessions-page.js';
