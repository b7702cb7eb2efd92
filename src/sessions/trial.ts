export const SAMPLES = ['in', 'out'] as const;

/**
 * The reasons why a row of the ledger ends: its session is deleted, loses all its trades, or moves to another study.
 */
export const TRIAL_ENDS = ['deleted', 'emptied', 'moved'] as const;

export type TrialParameter = number | string | boolean;

/** The labels that identify a session as a try of a study. */
export interface Trial {
  /** Null for the study of the project itself. */
  readonly study: string | null;
  /** Parameters of the strategy by name. */
  readonly parameters: Readonly<Record<string, TrialParameter>>;
  readonly codeVersion: string | null;
  readonly sample: (typeof SAMPLES)[number] | null;
}

/** The labels of a session that was created without labels. */
export const NO_TRIAL: Trial = { study: null, parameters: {}, codeVersion: null, sample: null };

/** The labels that a request contains. */
export type GivenTrial = { readonly [Member in keyof Trial]?: Trial[Member] | undefined };

/** Returns labels in which the given members replace the previous ones. The parameters are replaced as a whole. */
export function withTrial(before: Trial, given: GivenTrial | undefined): Trial {
  const { study, parameters, codeVersion, sample } = given ?? {};
  return {
    study: study === undefined ? before.study : study,
    parameters: parameters === undefined ? before.parameters : plainParameters(parameters),
    codeVersion: codeVersion === undefined ? before.codeVersion : codeVersion,
    sample: sample === undefined ? before.sample : sample,
  };
}

/** Returns the name under which the study is stored. The name of the project's own study is empty. */
export const storedStudy = ({ study }: Pick<Trial, 'study'>): string => study ?? '';

/** JSON can contain −0, but it is stored as 0. */
const plainParameters = (parameters: Trial['parameters']): Trial['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, typeof value === 'number' ? value + 0 : value]),
  );
