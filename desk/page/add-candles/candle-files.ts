import { announceChange } from '../../api/changes.js';
import { type CandleImportSettings, type ImportedCandles, importCandles } from '../../api/candles.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import type { Session } from '../../api/sessions.js';
import { seriesOfFile } from './series-of-file.js';

/** A market for which candles are added. */
export type WantedMarket = Pick<Session['assets'][number], 'symbol' | 'feed'>;

/** The series of a file. A text is empty until it is known. */
export type CandleSeries = Pick<CandleImportSettings, 'symbol' | 'interval' | 'feed'>;

/** Facts that files may lack. One answer is for all files. */
export type TimeSettings = Pick<CandleImportSettings, 'timezone' | 'dateOrder'>;

/**
 * - `asking`: the name of the file says no symbol or no interval
 * - `waiting`, `reading`: the service has not read the file yet
 * - `read`: `counts` has what would be stored
 * - `refused`, `storing`, `stored`
 */
type Phase = 'asking' | 'waiting' | 'reading' | 'read' | 'refused' | 'storing' | 'stored';

/** A file with candles, and its state. */
export interface CandleFile {
  readonly id: number;
  readonly file: File;
  readonly series: CandleSeries;
  readonly phase: Phase;
  readonly counts: ImportedCandles | null;
  readonly problem: ApiProblem | null;
  /** True if stored candles with other figures are replaced. */
  readonly isReplacing: boolean;
}

/** Returns true if storing the file would change something, and may do so. */
export const canBeStored = ({ phase, counts, isReplacing }: CandleFile): boolean =>
  phase === 'read' &&
  counts !== null &&
  counts.inserted + counts.changed > 0 &&
  (counts.changed === 0 || isReplacing);

/** Files with candles. They are read, and later stored, one after the other: the service stores one file at a time. */
export class CandleFiles {
  files: readonly CandleFile[] = [];
  times: TimeSettings = {};
  isBusy = false;
  private nextId = 0;
  private readonly leaving = new AbortController();

  constructor(
    private readonly markets: readonly WantedMarket[],
    private readonly notify: () => void,
  ) {}

  add(files: readonly File[]): void {
    const symbols = this.markets.map(({ symbol }) => symbol);
    const added = files.map((file): CandleFile => {
      const named = seriesOfFile(file.name, symbols);
      const market = this.markets.find(({ symbol }) => symbol === named.symbol) ?? this.markets[0];
      const series = { ...named, feed: market?.feed ?? 'venue-spot' };
      return { ...unread(series), id: this.nextId++, file, series };
    });
    this.set([...this.files, ...added]);
  }

  leaveOut(id: number): void {
    this.set(this.files.filter((file) => file.id !== id));
  }

  setSeries(id: number, changed: Partial<CandleSeries>): void {
    this.set(
      this.files.map((file) => {
        if (file.id !== id) return file;
        const series = { ...file.series, ...changed };
        return { ...file, ...unread(series), series };
      }),
    );
  }

  setReplacing(id: number, isReplacing: boolean): void {
    this.update(id, { isReplacing });
  }

  /** Sets the facts that files lack, and reads the refused files again. */
  setTimes(times: TimeSettings): void {
    this.times = times;
    this.set(
      this.files.map((file) => (file.phase === 'refused' ? { ...file, ...unread(file.series) } : file)),
    );
  }

  /** Stores the files that change something. The panels then read their figures again. */
  async store(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (const { id } of this.files.filter(canBeStored)) await this.send(id, 'storing');
    this.isBusy = false;
    announceChange();
    this.notify();
    void this.readWaiting();
  }

  stop(): void {
    this.leaving.abort();
  }

  private async readWaiting(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.waiting(); next; next = this.waiting()) await this.send(next.id, 'reading');
    this.isBusy = false;
    this.notify();
  }

  private waiting(): CandleFile | undefined {
    return this.files.find(({ phase }) => phase === 'waiting');
  }

  private async send(id: number, phase: 'reading' | 'storing'): Promise<void> {
    this.update(id, { phase, problem: null });
    const { file, series, isReplacing } = this.files.find((one) => one.id === id)!;
    const settings = {
      ...series,
      ...this.times,
      ...(phase === 'reading' ? { preview: 'true' as const } : isReplacing && { replace: 'true' as const }),
    };
    // A file whose series was changed in the meantime is read again.
    const isSame = () => this.files.find((one) => one.id === id)?.series === series;
    try {
      const counts = await importCandles(file, settings, this.leaving.signal);
      if (isSame()) this.update(id, { phase: phase === 'reading' ? 'read' : 'stored', counts });
    } catch (error) {
      const problem = problemFrom(error);
      // Another import has stored other figures since the preview, so the file is previewed once more.
      const hasChanged = problem?.code === 'CANDLES_DIFFER';
      if (problem && isSame()) this.update(id, { phase: hasChanged ? 'waiting' : 'refused', problem });
    }
  }

  private update(id: number, changes: Partial<CandleFile>): void {
    this.files = this.files.map((file) => (file.id === id ? { ...file, ...changes } : file));
    this.notify();
  }

  private set(files: readonly CandleFile[]): void {
    this.files = files;
    this.notify();
    void this.readWaiting();
  }
}

/** The state of a file that the service has not read with these settings. */
const unread = ({ symbol, interval }: CandleSeries) =>
  ({
    phase: symbol && interval ? 'waiting' : 'asking',
    counts: null,
    problem: null,
    isReplacing: false,
  }) as const;
