import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, Repository } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { changedFields } from '../shared/fields/changed-fields.js';
import { isId, newId } from '../shared/fields/ids.js';
import { Problem, foundOr } from '../shared/problems/problem.js';
import { isForeignKeyViolation } from '../platform/database/foreign-key-violation.js';
import { CreateProjectDto, UpdateProjectDto } from './project.dto.js';
import { Project } from './project.entity.js';

@Injectable()
export class ProjectsService {
  constructor(@InjectRepository(Project) private readonly projects: Repository<Project>) {}

  async create(caller: Caller, input: CreateProjectDto, transaction: EntityManager): Promise<Project> {
    const now = Date.now();
    const { workspaceId } = caller;
    const times = { createdAt: now, updatedAt: now, trialsSince: null };
    const project: Project = { ...input, workspaceId, id: newId(), ...times };
    await transaction.insert(Project, project);
    await recordChange(transaction, caller, { action: 'project.create', resourceId: project.id });
    return project;
  }

  /** Returns all projects of the workspace, newest first. */
  list(workspaceId: string): Promise<Project[]> {
    return this.projects.find({ where: { workspaceId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** @throws Problem PROJECT_NOT_FOUND, also for an id of another workspace or a text that is not an id */
  async get(workspaceId: string, id: string): Promise<Project> {
    return foundOr(isId(id) && (await this.projects.findOneBy({ workspaceId, id })), projectNotFound);
  }

  /**
   * Returns the project and prevents its deletion until the transaction ends.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async hold(transaction: EntityManager, workspaceId: string, id: string): Promise<Project> {
    const query = { where: { workspaceId, id }, lock: { mode: 'for_key_share' } } as const;
    return foundOr(isId(id) && (await transaction.findOne(Project, query)), projectNotFound);
  }

  /**
   * Locks the project until the transaction ends, so that no session can be added.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async lock(transaction: EntityManager, workspaceId: string, id: string): Promise<void> {
    const query = { where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } } as const;
    foundOr(await transaction.findOne(Project, query), projectNotFound);
  }

  /**
   * Changes the given fields. If no value differs, nothing changes.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async update(caller: Caller, id: string, input: UpdateProjectDto): Promise<Project> {
    if (!isId(id)) throw projectNotFound();
    const { workspaceId } = caller;
    return this.projects.manager.transaction(async (transaction) => {
      const query = { where: { workspaceId, id }, lock: { mode: 'for_no_key_update' } } as const;
      const project = foundOr(await transaction.findOne(Project, query), projectNotFound);
      const changes = changedFields(project, input);
      if (!changes) return project;
      const changed = { ...changes, updatedAt: Date.now() };
      await transaction.update(Project, { workspaceId, id }, changed);
      await recordChange(transaction, caller, { action: 'project.edit', resourceId: id });
      return { ...project, ...changed };
    });
  }

  /**
   * Deletes a project without sessions. The foreign key of sessions makes the deletion and the creation of a session
   * wait for each other.
   * @throws Problem PROJECT_NOT_FOUND, PROJECT_NOT_EMPTY
   */
  async remove(caller: Caller, id: string): Promise<void> {
    if (!isId(id)) throw projectNotFound();
    await this.projects.manager.transaction((transaction) => this.removeWithin(transaction, caller, id));
  }

  /** Like `remove`, in the transaction that has deleted the sessions of the project. */
  async removeWithin(transaction: EntityManager, caller: Caller, id: string): Promise<void> {
    const { workspaceId } = caller;
    const { affected } = await transaction.delete(Project, { workspaceId, id }).catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new Problem(
        'PROJECT_NOT_EMPTY',
        'The project has sessions. Delete them first, or send sessions=true to delete them, too.',
      );
    });
    if (affected === 0) throw projectNotFound();
    await recordChange(transaction, caller, { action: 'project.delete', resourceId: id });
  }
}

export const projectNotFound = () => new Problem('PROJECT_NOT_FOUND', 'There is no project with this id.');
