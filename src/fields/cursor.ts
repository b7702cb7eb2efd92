import { createHash } from 'node:crypto';
import { isId } from './ids.js';
import { LAST_INSTANT, textProblem } from './fields.js';
import { Problem, validationProblem } from '../problems/problem.js';

/** Identifies a list, apart from the position in it. A cursor of another list is refused. */
export interface ListIdentity {
  /** Route and ids of the path. */
  readonly route: string;
  /** Everything that determines which rows the list has. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly order: string;
}

/** Columns of which a position consists. */
export type PositionKind = 'time' | 'id' | 'text';

type PositionOf<Kinds extends readonly PositionKind[]> = {
  readonly [Place in keyof Kinds]: Kinds[Place] extends 'time' ? number : string;
};

const IS_KIND: Readonly<Record<PositionKind, (value: unknown) => boolean>> = {
  time: (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= LAST_INSTANT,
  id: (value) => typeof value === 'string' && isId(value),
  text: (value) => textProblem(value, { max: 128 }) === undefined,
};

/** Cursors of one list: opaque texts, each of which contains only a position in the list. */
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

  /** @param position of the last row of a page */
  write(position: PositionOf<Kinds>): string {
    return Buffer.from(JSON.stringify([this.list, ...position])).toString('base64url');
  }

  /** @throws Problem VALIDATION_FAILED unless this list created the cursor */
  read(cursor: string): PositionOf<Kinds> {
    const [list, ...position] = parsed(cursor);
    const isPosition =
      position.length === this.kinds.length &&
      this.kinds.every((kind, place) => IS_KIND[kind](position[place]));
    if (list !== this.list || !isPosition) throw foreignCursor();
    return position as unknown as PositionOf<Kinds>;
  }
}

/** Problem of a cursor that its list did not create. */
export function foreignCursor(): Problem {
  const message = 'must be the nextCursor of a page of this list, with the same filters and order';
  return validationProblem([{ field: 'cursor', message }]);
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
