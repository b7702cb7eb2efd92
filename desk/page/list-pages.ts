/** The pages of lists. They share most of their parts, so they are loaded together. */
export { ComparisonPage } from './comparison/comparison-page.js';
export { ProjectsPage } from './projects/projects-page.js';
export { SessionsPage } from './sessions/sessions-page.js';
