/** The settings with which an analysis thread is started. */
export interface AnalysisThreadData {
  /** Memory limit of the trades that the thread keeps between analyses, bytes. */
  readonly keptBytes: number;
}
