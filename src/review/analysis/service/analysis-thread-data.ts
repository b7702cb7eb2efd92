/** The settings with which an analysis thread is started. */
export interface AnalysisThreadData {
  /** Maximum memory of the trades that the thread caches between analyses, bytes. */
  readonly keptBytes: number;
}
