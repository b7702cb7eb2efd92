import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RankedValue, compareTexts, compareValues } from './value-order.js';

/** Maximum number of parameters in a response. */
export const MAX_PARAMETERS = 500;

/** Maximum number of values that are listed for a parameter. */
export const MAX_LISTED_VALUES = 100;

/** Number of bytes of the hash of a value. */
const HASH_BYTES = 8;

type DefinedValue = NonNullable<RankedValue>;

/** A parameter with the values that some sessions have for it. */
export interface PartOfParameter {
  readonly name: string;
  /** Number of these sessions that have the parameter. */
  readonly sessions: number;
  /** The different values; null if there are more than 100. */
  readonly values: readonly DefinedValue[] | null;
  /** A hash of 8 bytes for each different value. */
  readonly hashes: Buffer;
  /** The smallest and the greatest value that is a number; null if no value is a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A parameter with the values that sessions have for it. */
export interface ListedParameter {
  readonly name: string;
  /** Number of sessions that have the parameter. */
  readonly sessions: number;
  readonly distinct: number;
  /** Values in ascending order; null if there are more than 100 values. */
  readonly values: readonly DefinedValue[] | null;
  /** The smallest value that is a number; null if no value is a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

interface FoundParameter {
  sessions: number;
  values: Set<DefinedValue> | null;
  readonly hashes: Buffer[];
  minimum: number | null;
  maximum: number | null;
}

/**
 * The parameters of sessions, sorted by name: the first 500 of them. The parameters of a part of the sessions are added
 * at a time. A value takes 8 bytes in memory if its parameter has more than 100 values.
 */
export class ParameterList {
  private found = new Map<string, FoundParameter>();
  private truncated = false;
  /** Name of the last of the first 500 parameters, if there are as many. Later names are not in the list. */
  last: string | null = null;

  /** @param parts at least the first `MAX_PARAMETERS` + 1 parameters of the sessions, up to the name `last` */
  add(parts: readonly PartOfParameter[]): void {
    for (const part of parts) this.addPart(part);
    if (this.found.size < MAX_PARAMETERS) return;
    const names = [...this.found.keys()].toSorted(compareTexts);
    if (names.length > MAX_PARAMETERS) this.truncated = true;
    this.found = new Map(names.slice(0, MAX_PARAMETERS).map((name) => [name, this.found.get(name)!]));
    // Without the name itself, the next part would not show whether there is another parameter.
    if (this.truncated) this.last = names[MAX_PARAMETERS - 1]!;
  }

  /** Returns the list. Gives other work a turn after each parameter. */
  async list(): Promise<{ readonly parameters: readonly ListedParameter[]; readonly truncated: boolean }> {
    const parameters: ListedParameter[] = [];
    for (const name of [...this.found.keys()].toSorted(compareTexts)) {
      parameters.push(listed(name, this.found.get(name)!));
      await nextTurn();
    }
    return { parameters, truncated: this.truncated };
  }

  private addPart({ name, sessions, values, hashes, minimum, maximum }: PartOfParameter): void {
    const before = this.found.get(name);
    const parameter = before ?? { sessions: 0, values: new Set(), hashes: [], minimum: null, maximum: null };
    if (!before) this.found.set(name, parameter);
    parameter.sessions += sessions;
    if (values) for (const value of values) parameter.values?.add(value);
    if (!values || (parameter.values?.size ?? 0) > MAX_LISTED_VALUES) parameter.values = null;
    parameter.hashes.push(hashes);
    if (minimum !== null) parameter.minimum = Math.min(minimum, parameter.minimum ?? minimum);
    if (maximum !== null) parameter.maximum = Math.max(maximum, parameter.maximum ?? maximum);
  }
}

function listed(
  name: string,
  { sessions, values, hashes, minimum, maximum }: FoundParameter,
): ListedParameter {
  return {
    name,
    sessions,
    distinct: values?.size ?? countDifferent(hashes),
    values: values && [...values].toSorted(compareValues),
    minimum,
    maximum,
  };
}

function countDifferent(parts: readonly Buffer[]): number {
  const bytes = Uint8Array.from(Buffer.concat(parts));
  const hashes = new BigUint64Array(bytes.buffer, 0, bytes.length / HASH_BYTES).toSorted();
  let different = 0;
  for (const [place, hash] of hashes.entries()) if (place === 0 || hash !== hashes[place - 1]) different += 1;
  return different;
}
