import { type ApiProblem, problemFrom } from '../../../api/problem.js';
import type { RunSettings } from '../../../api/runs.js';
import type { MoneyAnswer } from '../../money/money-question.js';
import { newAttempt } from '../../ui/use-attempt.js';
import { readByService } from './file-reader.js';
import { concernsAll } from './refusal.js';
import { type RunFile, isStorable } from './run-file.js';
import { type AskedSettings, settingsOf } from './settings.js';
import type { TargetProject } from './target-project.js';

/**
 * Number of files that the service reads at the same time. The number is small, so that requests of other users of the
 * workspace are served in between.
 */
const AT_ONCE = 2;

type NewFile = Pick<RunFile, 'file' | 'path' | 'settings' | 'needs' | 'replaces'>;

/** The files of a drop, and their state while the service reads them. */
export class DropReading {
  files: readonly RunFile[] = [];
  /** Settings that apply to all files. */
  common: RunSettings = {};
  /** The problem that has stopped the reading or the storing. */
  problem: ApiProblem | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly reading = new Map<number, AbortController>();
  private nextId = 0;

  /** @param asked the parameters that the user enters for all files that lack them */
  constructor(
    readonly project: TargetProject,
    public asked: AskedSettings,
  ) {}

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sets the parameters that the user has entered. Then reads again each file that no longer lacks a parameter. */
  answer(asked: AskedSettings): void {
    this.asked = asked;
    this.readAgain(({ phase, needs }) => phase === 'asking' && needs.every((name) => asked[name]?.trim()));
  }

  /** Reads files again with the answer to a question about them. */
  answerFor(ids: readonly number[], answer: MoneyAnswer | Pick<RunSettings, 'calendarCode'>): void {
    const isAnswered = ({ id }: RunFile) => ids.includes(id);
    this.files = this.files.map((file) =>
      isAnswered(file) ? { ...file, settings: { ...file.settings, ...answer } } : file,
    );
    this.readAgain(isAnswered);
  }

  setCommon(common: RunSettings): void {
    this.common = common;
    this.readAgain((file) => isStorable(file) || ['refused', 'asking', 'unclear'].includes(file.phase));
  }

  setSettings(id: number, settings: RunSettings): void {
    this.update(id, { settings });
    this.readAgain((file) => file.id === id);
  }

  /** Leaves a file out. */
  leaveOut(id: number): void {
    this.reading.get(id)?.abort();
    this.files = this.files.filter((file) => file.id !== id);
    this.notify();
    this.readWaiting();
  }

  /** Continues after a problem. */
  resume(): void {
    this.problem = null;
    this.notify();
    this.readWaiting();
  }

  /** @param after id of the file below which the new files appear; if undefined, they are added at the end */
  protected add(added: readonly NewFile[], after?: number): void {
    const files = added.map((file): RunFile => ({
      ...file,
      id: this.nextId++,
      phase: 'waiting',
      preview: [],
      stored: [],
      problem: null,
      question: null,
      lines: [],
      attempt: newAttempt(),
    }));
    const place = this.files.findIndex(({ id }) => id === after) + 1 || this.files.length;
    this.files = this.files.toSpliced(place, 0, ...files);
    this.notify();
    this.readWaiting();
  }

  protected settingsFor(file: RunFile): RunSettings {
    return settingsOf(file, this.common, this.asked);
  }

  protected update(id: number, changes: Partial<RunFile>): void {
    this.files = this.files.map((file) => (file.id === id ? { ...file, ...changes } : file));
    this.notify();
  }

  protected stopReading(): void {
    for (const reading of this.reading.values()) reading.abort();
  }

  protected notify(): void {
    for (const listener of this.listeners) listener();
  }

  private readAgain(isWanted: (file: RunFile) => boolean): void {
    this.files = this.files.map((file) => {
      if (!isWanted(file) || file.phase === 'stored' || file.phase === 'storing') return file;
      this.reading.get(file.id)?.abort();
      return { ...file, phase: 'waiting', problem: null, question: null, attempt: newAttempt() };
    });
    this.notify();
    this.readWaiting();
  }

  protected readWaiting(): void {
    while (this.problem === null && this.reading.size < AT_ONCE) {
      const file = this.files.find(({ id, phase }) => phase === 'waiting' && !this.reading.has(id));
      if (!file) return;
      void this.read(file);
    }
  }

  private async read(file: RunFile): Promise<void> {
    const leaving = new AbortController();
    this.reading.set(file.id, leaving);
    this.update(file.id, { phase: 'reading' });
    try {
      const settings = this.settingsFor(file);
      const { knownId } = this.project;
      const known = await readByService(file, settings, knownId, leaving.signal, concernsAll);
      if (!leaving.signal.aborted) this.update(file.id, known);
    } catch (error) {
      if (!leaving.signal.aborted) {
        this.update(file.id, { phase: 'waiting' });
        this.problem = problemFrom(error);
      }
    } finally {
      this.reading.delete(file.id);
      this.notify();
      this.readWaiting();
    }
  }
}
