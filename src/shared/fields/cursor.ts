import { createHash } from 'node:crypto';
import { isId } from './ids.js';
import { LAST_INSTANT, textProblem } from './value-rules.js';
import { Problem, validationProblem } from '../problems/problem.js';

/** Identifies a list. A cursor is refused for any other list. */
export interface ListIdentity {
  /** Route with the ids in its path. */
  readonly route: string;
  /** All parameters that determine which rows belong to the list. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly order: string;
}

/** Type of a column that is part of a position. */
export type PositionKind = 'time' | 'id' | 'text' | 'number' | 'value';

/** A value of any type by which a list is sorted. Null stands for an undefined value. */
type AnyValue = string | number | boolean | null;

interface PositionTypes {
  readonly time: number;
  readonly id: string;
  readonly text: string;
  /** A number, or null for an undefined figure. */
  readonly number: number | null;
  readonly value: AnyValue;
}

type PositionOf<Kinds extends readonly PositionKind[]> = {
  readonly [Place in keyof Kinds]: PositionTypes[Kinds[Place]];
};

/** Maximum number of characters of a `value` that is a text. */
const MAX_VALUE = 200;

const IS_KIND: Readonly<Record<PositionKind, (value: unknown) => boolean>> = {
  time: (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= LAST_INSTANT,
  id: (value) => typeof value === 'string' && isId(value),
  text: (value) => textProblem(value, { max: 128 }) === undefined,
  number: (value) => value === null || typeof value === 'number',
  value: (value) =>
    value === null ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    textProblem(value, { max: MAX_VALUE }) === undefined,
};

/** Writes and reads the cursors of one list. A cursor is an opaque text that contains only a position in the list. */
export class Cursors<const Kinds extends readonly PositionKind[]> {
  private readonly list: string;

  constructor(
    { route, filters, order }: ListIdentity,
    private readonly kinds: Kinds,
  ) {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    given.sort(([one], [other]) => (one < other ? -1 : 1));
    this.list = createHash('sha256')
      .update(JSON.stringify([route, given, order]))
      .digest('base64url')
      .slice(0, 12);
  }

  /**
   * Returns the cursor of a position.
   * @param position of the last row of a page
   */
  write(position: PositionOf<Kinds>): string {
    return Buffer.from(JSON.stringify([this.list, ...position])).toString('base64url');
  }

  /**
   * Returns the position of a cursor.
   * @throws Problem VALIDATION_FAILED if the cursor belongs to another list
   */
  read(cursor: string): PositionOf<Kinds> {
    const [list, ...position] = parseCursor(cursor);
    const isPosition =
      position.length === this.kinds.length &&
      this.kinds.every((kind, place) => IS_KIND[kind](position[place]));
    if (list !== this.list || !isPosition) throw foreignCursor();
    return position as unknown as PositionOf<Kinds>;
  }
}

/** Returns the problem of a cursor that belongs to another list. */
export function foreignCursor(): Problem {
  const message = 'must be the nextCursor of a page of this list, with the same filters and order';
  return validationProblem([{ field: 'cursor', message }]);
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
