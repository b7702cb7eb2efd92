import { randomUUID } from 'node:crypto';
import { isId } from '../../shared/fields/ids.js';
import { checkAnswer, isObject } from './answer-parts.js';
import type { ServiceClient } from './service-client.js';

export interface TargetProject {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly timeframe: string;
}

interface ProjectAnswer {
  readonly project?: unknown;
}

interface ProjectsPage {
  readonly projects?: unknown;
  readonly nextCursor?: unknown;
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
    return projectIn(await client.get<ProjectAnswer>(`/projects/${idOrName}`));
  }
  const named = await projectsNamed(client, idOrName);
  if (named.length > 1)
    throw new Error(
      `${named.length} projects have this name; name one by its id: ${named.map(({ id }) => id).join(', ')}.`,
    );
  return named[0] ?? null;
}

async function projectsNamed(client: ServiceClient, name: string): Promise<TargetProject[]> {
  const search = [...name].slice(0, MAX_SEARCH_LENGTH).join('');
  const named: TargetProject[] = [];
  const read = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: URLSearchParams = new URLSearchParams({
      search,
      count: '500',
      ...(cursor !== '' && { cursor }),
    });
    const { projects, nextCursor }: ProjectsPage = await client.get(`/project-records?${query.toString()}`);
    checkAnswer(Array.isArray(projects) && projects.every(isProject));
    // Another server may send the same page for ever.
    checkAnswer(nextCursor === null || (typeof nextCursor === 'string' && !read.has(nextCursor)));
    named.push(...projects.filter((project) => project.name === name));
    read.add(cursor);
    cursor = nextCursor;
  }
  return named;
}

/** Creates a project. Repeating the request does not create a second project. */
export async function createProject(
  client: ServiceClient,
  project: Pick<TargetProject, 'name' | 'symbol' | 'timeframe'>,
): Promise<TargetProject> {
  const headers = { 'idempotency-key': randomUUID() };
  return projectIn(await client.sendJson<ProjectAnswer>('POST', '/projects', project, headers));
}

function projectIn({ project }: ProjectAnswer): TargetProject {
  checkAnswer(isProject(project));
  return project;
}

const isProject = (value: unknown): value is TargetProject =>
  isObject(value) &&
  isId(String(value['id'])) &&
  ['name', 'symbol', 'timeframe'].every((field) => typeof value[field] === 'string');
