/** A number with its notation, because `1e3` and `1000` are the same value but different texts. */
export class Digits {
  constructor(readonly text: string) {}

  get value(): number {
    return Number(this.text);
  }
}

/** The value of a request before it is serialised. */
export type Value = string | boolean | null | Digits | readonly Value[] | Fields;
export interface Fields {
  readonly [field: string]: Value;
}

/**
 * JSON with its notation. Scalars are texts, and an object is a list of its fields in their order, possibly with
 * duplicates.
 */
export type Json = { raw: string } | { items: Json[] } | { entries: [key: string, value: Json][] };

/** Returns a text value; an empty text for any other value. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export function toJson(value: Value): Json {
  if (value instanceof Digits) return { raw: value.text };
  if (value === null || typeof value !== 'object') return { raw: JSON.stringify(value) };
  if (Array.isArray(value)) return { items: value.map(toJson) };
  return { entries: Object.entries(value).map(([key, field]): [string, Json] => [key, toJson(field)]) };
}

/** Different spellings of the same JSON. */
export const SPELLINGS = ['plain', 'escaped', 'spaced'] as const;
export type Spelling = (typeof SPELLINGS)[number];

export function write(json: Json, spelling: Spelling): string {
  const [comma, colon] = spelling === 'spaced' ? [' ,\r\n\t', ' :\n '] : [',', ':'];
  const text = (node: Json): string => {
    if ('raw' in node) return node.raw;
    if ('items' in node) return `[${node.items.map(text).join(comma)}]`;
    return `{${node.entries.map(([key, value]) => JSON.stringify(key) + colon + text(value)).join(comma)}}`;
  };
  const written = text(json);
  return spelling === 'escaped' ? written.replace(/[^\x20-\x7e]/g, escaped) : written;
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * One edit of a JSON value. `at` selects a part of the value, modulo the number of parts. `spoil` appends to a text, so
 * it selects only texts. `count` replaces a number, so it selects only numbers.
 */
export interface Edit {
  readonly at: number;
  readonly how: 'spoil' | 'count' | 'put' | 'drop' | 'add' | 'twice' | 'rename' | 'wrap';
  readonly key: string;
  readonly raw: string;
}

interface Place {
  readonly node: Json;
  readonly parent: Json;
  readonly index: number;
}

/** Applies the edit in place. A scalar can only be replaced. */
export function apply(edit: Edit, root: Json): Json {
  const places = placesIn(root).filter(
    ({ node }) => SUITS[edit.how]?.test('raw' in node ? node.raw : '') ?? true,
  );
  const place = places[edit.at % Math.max(1, places.length)];
  if (!place) return { raw: edit.raw };
  const { node, parent, index } = place;
  if (edit.how === 'spoil')
    replace(place, { raw: 'raw' in node ? `${node.raw.slice(0, -1)}${edit.raw}"` : '' });
  else if (edit.how === 'put' || edit.how === 'count') replace(place, { raw: edit.raw });
  else if (edit.how === 'wrap') replace(place, { items: [node] });
  else if ('items' in parent) {
    if (edit.how === 'drop') parent.items.splice(index, 1);
    else parent.items.splice(index, 0, { raw: edit.raw });
  } else if ('entries' in parent) {
    const [name = ''] = parent.entries[index] ?? [];
    if (edit.how === 'drop') parent.entries.splice(index, 1);
    else if (edit.how === 'rename') parent.entries[index] = [edit.key, node];
    else parent.entries.splice(index, 0, [edit.how === 'twice' ? name : edit.key, { raw: edit.raw }]);
  }
  return root;
}

const SUITS: Readonly<Record<string, RegExp>> = { spoil: /^"/, count: /^[-\d]/ };

function replace({ parent, index }: Place, by: Json): void {
  if ('items' in parent) parent.items[index] = by;
  else if ('entries' in parent) parent.entries[index] = [parent.entries[index]?.[0] ?? '', by];
}

function placesIn(parent: Json): Place[] {
  if ('raw' in parent) return [];
  const children = 'items' in parent ? parent.items : parent.entries.map(([, value]) => value);
  return children.flatMap((node, index) => [{ node, parent, index }, ...placesIn(node)]);
}
