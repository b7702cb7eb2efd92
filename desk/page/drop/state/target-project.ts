import { ApiProblem } from '../../../api/problem.js';
import {
  type ProjectFields,
  createProject,
  deleteProject,
  deleteProjectOnLeaving,
  getProject,
  updateProject,
} from '../../../api/projects.js';
import { stamp } from '../../../report/dates.js';
import { newAttempt } from '../../ui/use-attempt.js';
import { keptDraft } from '../kept-draft.js';
import type { Opening } from '../opened-drop.js';
import { FIRST_MARKET } from './new-project.js';

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const NEVER = new AbortController().signal;

/**
 * The project of a drop. Previews need a project, so a drop on the list of projects creates a project before files are
 * stored. The project gets its name when files are stored, and is removed if no file is stored.
 */
export class TargetProject {
  private creating: Promise<string> | null = null;
  private draftId: string | null = null;
  private attempt = newAttempt();
  private readonly leave = () => {
    if (this.draftId) deleteProjectOnLeaving(this.draftId);
  };

  constructor(private readonly given: Opening['project']) {}

  /** True if the drop creates the project. */
  get isNew(): boolean {
    return this.given === null;
  }

  /** Id of the project; null if it does not exist yet. */
  get knownId(): string | null {
    return this.given?.id ?? this.draftId;
  }

  /** Returns the id of the project. Creates the project if necessary. */
  id(): Promise<string> {
    if (this.given) return Promise.resolve(this.given.id);
    this.creating ??= this.create();
    return this.creating;
  }

  /** Returns the id of the project after setting the fields of a new project. Call before files are stored. */
  async settle(fields: ProjectFields): Promise<string> {
    const id = await this.id();
    if (this.isNew) await updateProject(id, fields);
    else await this.requireThere();
    return id;
  }

  /**
   * Checks that the project exists in the workspace of the present key.
   * @throws ApiProblem if the project does not exist
   */
  async requireThere(): Promise<void> {
    await getProject(await this.id(), NEVER);
  }

  /** Keeps the project. Call this after a file was stored. */
  keep(): void {
    removeEventListener('pagehide', this.leave);
    keptDraft.remove();
  }

  /** Removes a project that the drop has created. The service keeps a project that has sessions. */
  async release(): Promise<void> {
    const id = await this.creating?.catch(() => null);
    if (!id) return;
    this.keep();
    this.draftId = null;
    this.creating = null;
    this.attempt = newAttempt();
    await deleteProject(id).catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error;
    });
  }

  private async create(): Promise<string> {
    try {
      const name = `Import of ${stamp(Date.now(), HERE)}`;
      const { id } = await createProject({ name, ...FIRST_MARKET }, this.attempt);
      this.draftId = id;
      keptDraft.write(id);
      addEventListener('pagehide', this.leave);
      return id;
    } catch (error) {
      this.creating = null;
      throw error;
    }
  }
}
