import { ApiProblem } from '../../../api/problem.js';
import {
  type ProjectFields,
  createProject,
  deleteProject,
  getProject,
  updateProject,
} from '../../../api/projects.js';
import { newAttempt } from '../../ui/use-attempt.js';
import type { Opening } from '../opened-drop.js';

const NEVER = new AbortController().signal;

/** The project of a drop. A drop on the list of projects creates the project when the first file is stored. */
export class TargetProject {
  private createdId: string | null = null;
  private attempt = { of: '', id: '' };

  constructor(private readonly given: Opening['project']) {}

  /** True if the drop creates the project. */
  get isNew(): boolean {
    return this.given === null;
  }

  /** Id of the project; null if it does not exist yet. */
  get knownId(): string | null {
    return this.given?.id ?? this.createdId;
  }

  /** Returns the id of the project with these fields. Creates the project if necessary. Call before files are stored. */
  async settle(fields: ProjectFields): Promise<string> {
    if (this.createdId) await updateProject(this.createdId, fields);
    else if (this.isNew) this.createdId = (await createProject(fields, this.attemptFor(fields))).id;
    else await this.requireThere();
    return this.knownId!;
  }

  /**
   * Checks that the project exists in the workspace of the present key.
   * @throws ApiProblem if the project does not exist
   */
  async requireThere(): Promise<void> {
    if (this.knownId !== null) await getProject(this.knownId, NEVER);
  }

  /**
   * Removes a project that the drop has created. The service keeps a project that has sessions. If the service cannot
   * be reached, the next file is stored in the same project.
   */
  async release(): Promise<void> {
    if (this.createdId === null) return;
    try {
      await deleteProject(this.createdId);
    } catch (error) {
      if (error instanceof ApiProblem) return;
      throw error;
    }
    this.createdId = null;
    this.attempt = { of: '', id: '' };
  }

  /** Returns an id that is the same for all attempts to create the project with these fields. */
  private attemptFor(fields: ProjectFields): string {
    const of = JSON.stringify(fields);
    if (this.attempt.of !== of) this.attempt = { of, id: newAttempt() };
    return this.attempt.id;
  }
}
