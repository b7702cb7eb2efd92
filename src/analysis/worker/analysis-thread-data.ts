/** The settings with which an analysis thread is started. */
export interface AnalysisThreadData {
  /** How much memory the trades may take that it keeps between analyses. */
  readonly keptBytes: number;
}
