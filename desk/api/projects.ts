import type { ComparisonAnswer } from '../../src/review/comparison/comparison.dto.js';
import type { ProjectAnswer, ProjectDto } from '../../src/projects/project.dto.js';
import type {
  ProjectRecord as Record,
  ProjectRecordsAnswer,
} from '../../src/sessions/project-records/project-record.dto.js';
import type { ProjectTagsAnswer } from '../../src/sessions/project-tags.dto.js';
import { announceChange } from './changes.js';
import { type Query, askJson } from './send.js';

export type Project = Pick<ProjectDto, keyof ProjectDto>;
export type ProjectRecord = Pick<Record, keyof Record>;

/** The fields of a project. */
export interface ProjectFields {
  readonly name: string;
  readonly symbol: string;
  readonly timeframe: string;
}

export const listProjects = (query: Query, signal: AbortSignal) =>
  askJson<ProjectRecordsAnswer>('/project-records', { query, signal });

export const getProject = (id: string, signal: AbortSignal) =>
  askJson<ProjectAnswer>(`/projects/${id}`, { signal });

/** @param attempt an id that stays the same for each attempt to create the same project */
export async function createProject(body: ProjectFields, attempt: string): Promise<Project> {
  const headers = { 'idempotency-key': attempt };
  const { project } = await askJson<ProjectAnswer>('/projects', { method: 'POST', body, headers });
  announceChange();
  return project;
}

export async function updateProject(id: string, body: ProjectFields): Promise<void> {
  await askJson(`/projects/${id}`, { method: 'PATCH', body });
  announceChange();
}

interface DeletionOfProject {
  /** True if a project with sessions may be deleted, too. */
  readonly withSessions?: boolean;
  /** Leaves a page of the project, before all pages read their data again. */
  readonly leave?: () => Promise<void>;
}

/** Deletes a project. */
export async function deleteProject(
  id: string,
  { withSessions = false, leave }: DeletionOfProject = {},
): Promise<void> {
  await askJson(`/projects/${id}`, {
    method: 'DELETE',
    query: { sessions: withSessions ? 'true' : undefined },
  });
  await leave?.();
  announceChange();
}

export const listTags = (projectId: string, signal: AbortSignal) =>
  askJson<ProjectTagsAnswer>(`/projects/${projectId}/tags`, { signal });

export function compareSessions(
  projectId: string,
  sessionIds: readonly string[],
  pairs: 'first' | 'all',
  signal: AbortSignal,
): Promise<ComparisonAnswer> {
  const query = { sessionIds: sessionIds.join(','), pairs };
  return askJson(`/projects/${projectId}/comparison`, { query, signal });
}
