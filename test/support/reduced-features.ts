/** The features in `src/review/`, with the features that go with each, because their modules import its module. */
export const REMOVED_WITH: Readonly<Record<string, readonly string[]>> = {
  analysis: ['comparison', 'desk', 'evidence', 'selection', 'trade-files', 'trials'],
  comparison: [],
  desk: [],
  events: [],
  evidence: ['desk'],
  samples: [],
  selection: ['desk', 'evidence'],
  'trade-files': [],
  trials: ['desk', 'evidence', 'selection'],
  usage: [],
};
