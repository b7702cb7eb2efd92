import { randomUUID } from 'node:crypto';
import { isId } from '../../fields/ids.js';
import type { ServiceClient } from './service-client.js';

export interface TargetProject {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly timeframe: string;
}

interface ProjectsPage {
  readonly projects: readonly TargetProject[];
  readonly nextCursor: string | null;
}

/** Limit of the parameter `search`. */
const MAX_SEARCH_LENGTH = 100;

/**
 * Returns the project with an id or a name; null if no project has the name.
 * @throws ServiceProblem for an unknown id; Error if several projects have the name
 */
export async function findProject(client: ServiceClient, idOrName: string): Promise<TargetProject | null> {
  // The service refuses an empty name.
  if (idOrName === '') return null;
  if (isId(idOrName)) {
    const { project } = await client.get<{ project: TargetProject }>(`/projects/${idOrName}`);
    return project;
  }
  const named = (await projectsLike(client, idOrName)).filter(({ name }) => name === idOrName);
  if (named.length > 1)
    throw new Error(
      `${named.length} projects have this name; name one by its id: ${named.map(({ id }) => id).join(', ')}.`,
    );
  return named[0] ?? null;
}

async function projectsLike(client: ServiceClient, name: string): Promise<TargetProject[]> {
  const search = [...name].slice(0, MAX_SEARCH_LENGTH).join('');
  const all: TargetProject[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ search, count: '500', ...(cursor !== '' && { cursor }) });
    const page: ProjectsPage = await client.get(`/project-records?${query.toString()}`);
    all.push(...page.projects);
    cursor = page.nextCursor;
  }
  return all;
}

/** Creates a project. Repeating the request does not create a second project. */
export async function createProject(
  client: ServiceClient,
  project: Pick<TargetProject, 'name' | 'symbol' | 'timeframe'>,
): Promise<TargetProject> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await client.sendJson<{ project: TargetProject }>('POST', '/projects', project, headers);
  return answer.project;
}
