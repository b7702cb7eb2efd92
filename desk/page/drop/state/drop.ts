import { announceChange } from '../../../api/changes.js';
import { type ApiProblem, problemFrom } from '../../../api/problem.js';
import type { ProjectFields } from '../../../api/projects.js';
import { type RunSettings, importRun } from '../../../api/runs.js';
import { deleteSessions } from '../../../api/sessions.js';
import { newAttempt } from '../../ui/use-attempt.js';
import type { DroppedItem } from '../dropped-items.js';
import { filesOf } from '../files/dropped-files.js';
import { type Opening, forgetDrop, hideDrop } from '../opened-drop.js';
import { DropReading } from './drop-reading.js';
import { projectFor } from './new-project.js';
import { concernsAll, refusalOf } from './refusal.js';
import { type OldSession, type RunFile, existingSessions, isStorable, madeSessions } from './run-file.js';
import { summaryOf } from './summary.js';
import { TargetProject } from './target-project.js';

/** The progress of storing files. */
interface Storing {
  readonly done: number;
  readonly of: number;
  readonly name: string;
}

const drops = new WeakMap<Opening, Drop>();

/** Returns the drop of an opening. The drop continues to exist when its dialog is closed. */
export function dropOf(opening: Opening): Drop {
  const drop = drops.get(opening) ?? new Drop(opening);
  drops.set(opening, drop);
  return drop;
}

/** A drop: its files are read, then stored one after the other as sessions of a project. */
export class Drop extends DropReading {
  /** Ids of the sessions that were stored and then removed. */
  removed: ReadonlySet<string> = new Set();
  storing: Storing | null = null;
  isStopping = false;
  /** True while folders are being searched for files. */
  isFinding = false;
  /** Number of files that were found in folders and left out, because they cannot be results. */
  leftOut = 0;
  /** Number of companions of freqtrade results that were left out. */
  companions = 0;
  areTooMany = false;
  /** Fields of the new project that the user has changed. */
  private edited: Partial<ProjectFields> = {};

  constructor({ project, items }: Opening) {
    super(new TargetProject(project), project ? { symbol: project.symbol } : {});
    void this.addItems(items);
  }

  get newProject(): ProjectFields {
    return { ...projectFor(this.files), ...this.edited };
  }

  editProject(fields: Partial<ProjectFields>): void {
    this.edited = { ...this.edited, ...fields };
    this.notify();
  }

  async addItems(items: readonly DroppedItem[]): Promise<void> {
    if (items.length === 0) return;
    this.isFinding = true;
    this.notify();
    try {
      const { files, leftOut, companions, areTooMany } = await filesOf(items);
      this.isFinding = false;
      this.leftOut += leftOut;
      this.companions += companions;
      this.areTooMany = areTooMany;
      this.add(files.map(({ file, path }) => ({ file, path, settings: {}, needs: [], replaces: [] })));
    } catch (error) {
      this.isFinding = false;
      this.fail(error);
    }
  }

  /** Reads a file again with other settings. If its sessions exist, the new sessions may replace them. */
  importAgain(file: RunFile, settings: RunSettings): void {
    const replaces = existingSessions(file).filter(({ id }) => !this.removed.has(id));
    const again = { file: file.file, path: file.path, needs: file.needs, settings, replaces };
    this.add([again], file.id);
  }

  /** Stores all files that create new sessions. */
  async store(): Promise<void> {
    if (this.storing) return;
    const wanted = this.files.filter(isStorable);
    this.storing = { done: 0, of: wanted.length, name: '' };
    this.isStopping = false;
    this.problem = null;
    this.notify();
    addEventListener('beforeunload', askToStay);
    try {
      const projectId = await this.project.settle(this.newProject);
      for (const [done, file] of wanted.entries()) {
        if (this.isStopping) break;
        this.storing = { done, of: wanted.length, name: file.file.name };
        await this.storeOne(projectId, file);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      if (!this.files.some(({ phase }) => phase === 'stored')) await this.project.release();
      removeEventListener('beforeunload', askToStay);
      this.storing = null;
      announceChange();
      this.notify();
      this.readWaiting();
    }
  }

  /** Stops after the file that is being stored. */
  stop(): void {
    this.isStopping = true;
    this.notify();
  }

  /** Removes the sessions that this drop has created. */
  async undo(): Promise<void> {
    await this.remove(madeSessions(this.files, this.removed).map(({ session }) => session.id));
    await this.project.release();
  }

  async removeOld(old: readonly OldSession[]): Promise<void> {
    await this.remove(old.map(({ id }) => id));
  }

  /** Closes the dialog. If nothing was kept, also removes the project that the drop has created. */
  async close(): Promise<void> {
    if (this.storing) return this.stop();
    this.stopReading();
    const id = this.project.knownId;
    if (id !== null && madeSessions(this.files, this.removed).length > 0) {
      hideDrop(id, summaryOf(this.files, this.removed));
      return;
    }
    forgetDrop();
    await this.project.release();
  }

  private async storeOne(projectId: string, file: RunFile): Promise<void> {
    this.update(file.id, { phase: 'storing', problem: null });
    try {
      const stored = await importRun(projectId, file.file, this.settingsFor(file), file.attempt);
      this.update(file.id, { phase: 'stored', stored, attempt: newAttempt() });
    } catch (error) {
      const problem = problemFrom(error)!;
      if (concernsAll(problem)) {
        this.update(file.id, { phase: 'read', problem });
        throw problem;
      }
      this.update(file.id, { ...refusalOf(file, problem), problem });
    }
  }

  private async remove(ids: readonly string[]): Promise<void> {
    // With a key of another workspace, the service would not find the sessions, and the sessions would count as
    // removed.
    await this.project.requireThere();
    await deleteSessions(ids, (id) => {
      this.removed = new Set([...this.removed, id]);
      this.notify();
    });
  }

  private fail(error: unknown): void {
    const problem: ApiProblem | null = problemFrom(error);
    if (problem) this.problem = problem;
    this.notify();
  }
}

const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();
