import { mapperTo } from '../../shared/fields/documented-fields.js';
import { type FieldProblem, validationProblem } from '../../shared/problems/problem.js';
import { type FeesConfig, isSameFees } from '../../shared/market/execution-costs.js';
import type { Asset } from '../asset.entity.js';
import type { AssetInput } from '../create-asset.dto.js';
import { CreateSessionDto } from '../create-session.dto.js';
import type { SessionAndAssets } from '../sessions.store.js';
import { withTrial } from '../trial.js';
import type { SessionOverrides } from './session-overrides.dto.js';

const MAX_CHARACTERS = 200;

const fieldsOf = mapperTo<Partial<CreateSessionDto>>(CreateSessionDto);

/**
 * Returns the input that creates a copy of a session.
 * @throws Problem VALIDATION_FAILED if the bounds of a range are in the wrong order; one bound may come from the
 * original
 */
export function inputOfCopy(original: SessionAndAssets, overrides: SessionOverrides): CreateSessionDto {
  const { session } = original;
  const input = {
    ...fieldsOf({ ...session, assets: [] }),
    name: nameOfCopy(session.name),
    startedAt: undefined,
    assets: assetsOfCopy(original, overrides),
    ...given(overrides),
    trial: withTrial(session.trial, overrides.trial),
  } as CreateSessionDto;
  const problems = [
    ...rangeProblems(input, overrides, 'rangeStart', 'rangeEnd'),
    ...rangeProblems(input, overrides, 'randomSourceStart', 'randomSourceEnd'),
  ];
  if (problems.length > 0) throw validationProblem(problems);
  return input;
}

const given = (overrides: SessionOverrides) =>
  Object.fromEntries(Object.entries(fieldsOf(overrides)).filter(([, value]) => value !== undefined));

/** Cuts by characters, not by UTF-16 units. The result has no white space at its end, like every name. */
const nameOfCopy = (name: string): string =>
  [...`${name} (copy)`].slice(0, MAX_CHARACTERS).join('').trimEnd();

function assetsOfCopy({ session, assets }: SessionAndAssets, { feesConfig }: SessionOverrides): AssetInput[] {
  const feesOf = ({ executionCostConfig: { fees } }: Asset): FeesConfig =>
    feesConfig && isSameFees(fees, session.feesConfig) ? feesConfig : fees;
  return assets.map((asset) => ({
    symbol: asset.symbol,
    feed: asset.feed,
    timeframe: asset.timeframe,
    calendarCode: asset.calendarCode,
    executionCostConfig: { ...asset.executionCostConfig, fees: feesOf(asset) },
    contractPolicy: asset.contractPolicy,
  }));
}

type Bound = 'rangeStart' | 'rangeEnd' | 'randomSourceStart' | 'randomSourceEnd';

/** Reports the error on the bound that the client sent. */
function rangeProblems(
  input: CreateSessionDto,
  overrides: SessionOverrides,
  start: Bound,
  end: Bound,
): FieldProblem[] {
  const [from, to] = [input[start], input[end]];
  if (from === null || to === null || from < to) return [];
  return typeof overrides[start] === 'number'
    ? [{ field: start, message: `must be before ${end}` }]
    : [{ field: end, message: `must be after ${start}` }];
}
