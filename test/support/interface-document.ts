import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The interface document beside a checkout. It is not part of the product. */
const FILE = resolve('../shared/interface.md');
export const hasInterface = existsSync(FILE);

/**
 * A JSON type. The type of an object contains the types of its fields, and the type of an array contains the type of
 * its elements.
 */
export type Type =
  | { readonly is: 'string' | 'number' | 'boolean' }
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, Type>> }
  | { readonly is: 'array'; readonly element: Type };

export interface Endpoint {
  /** Method and path. */
  readonly route: string;
  readonly response: Type;
  /** Fields of the request body, or of its elements if it is a batch. */
  readonly request: readonly string[];
  readonly query: readonly { readonly name: string; readonly isRequired: boolean }[];
}

type Row = readonly string[];

/** Reads the endpoints. The types of their bodies are looked up in the document's tables of resources. */
export function readEndpoints(): Endpoint[] {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const tables = tablesIn(lines);
  return lines.flatMap((line, start) => {
    const [, route] = /^### ((?:GET|POST) \/.*)$/.exec(line) ?? [];
    if (route === undefined) return [];
    const end = lines.findIndex((later, i) => i > start && later.startsWith('#'));
    const bullet = (name: string) =>
      lines.slice(start, end).find((text) => text.startsWith(`- ${name}: `)) ?? '';
    const optional = [...bullet('Query').matchAll(/`(\w+)` optional/g)].map(([, name]) => [name!, '', 'no']);
    return {
      route,
      response: typeOf('', bullet('Response body').split('`')[1] ?? '', '', tables),
      request: [...bullet('Request body').matchAll(/`(\w+)` (?:string|number)/g)].map(([, name]) => name!),
      query: [...(tables.get(route) ?? []), ...optional].map(([name = '', , required]) => ({
        name,
        isRequired: required === 'yes',
      })),
    };
  });
}

/** Returns the rows of every table, by the resource, field or route that the line above the table names. */
function tablesIn(lines: readonly string[]): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  let subject = '';
  for (const line of lines) {
    const [, route, resource, field] =
      /^(?:### ((?:GET|POST) .*)|#+ (\w+).*|(?:Each element of )?`(\w+)`(?: fields)?:)$/.exec(line) ?? [];
    subject = route ?? resource ?? field ?? subject;
    if (!/^\| (?!Field \||Query parameter \|)/.test(line)) continue;
    const row = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    tables.set(subject, [...(tables.get(subject) ?? []), row]);
  }
  return tables;
}

/**
 * @param name of the field, which a later table of the document may describe
 * @param text type of the field, as written in the document
 * @param notes about the field, which may list the fields of an object
 */
function typeOf(
  name: string,
  text: string,
  notes: string,
  tables: ReadonlyMap<string, readonly Row[]>,
): Type {
  const [, primitive] = /^(string|number|boolean)\b/.exec(text) ?? [];
  if (primitive) return { is: primitive as 'string' };
  const [, array, element] = /^(array)(?: of `?(.*?)`?)?(?:, see below)?$/.exec(text) ?? [];
  if (array) return { is: 'array', element: typeOf(name, element ?? 'objects', notes, tables) };
  const inBraces = [...text.matchAll(/(\w+): ([^,}]+)/g)].filter(() => text.startsWith('{'));
  const inNotes = text === 'object' ? [...notes.matchAll(/`(\w+)` (\w+)/g)] : [];
  const listed = /^object: (.*) \(all number\)$/.exec(text)?.[1]?.split(', ') ?? [];
  const rows = tables.get(text) ?? tables.get(name) ?? [];
  const all: Row[] = [
    ...[...inBraces, ...inNotes].map(([, field = '', type = '']) => [field, type]),
    ...listed.map((field) => [field, 'number']),
  ];
  const fields = (all.length > 0 ? all : rows).flatMap(([names = '', type = '', more = '']) =>
    names.split(', ').map((field) => [field, typeOf(field, type, more, tables)] as const),
  );
  if (fields.length === 0) throw new Error(`${FILE}: no fields for ${name} of the type "${text}"`);
  return { is: 'object', fields: Object.fromEntries(fields) };
}

/**
 * Returns the paths at which a value differs from a type. A missing field and an additional field are differences as
 * well.
 */
export function differences(type: Type, value: unknown, nullable: ReadonlySet<string>, path = ''): string[] {
  if (value === null && nullable.has(path.split('.').at(-1) ?? '')) return [];
  if (type.is === 'array') {
    if (!Array.isArray(value)) return [`${path} is not an array`];
    return value.flatMap((element, i) => differences(type.element, element, nullable, `${path}[${i}]`));
  }
  if (type.is !== 'object') return typeof value === type.is ? [] : [`${path} is not a ${type.is}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path} is not an object`];
  const { fields } = type;
  const added = Object.keys(value).filter((field) => !(field in fields));
  return [
    ...added.map((field) => `${path}.${field} is added`),
    ...Object.entries(fields).flatMap(([field, of]) =>
      field in value
        ? differences(of, (value as Record<string, unknown>)[field], nullable, `${path}.${field}`)
        : [`${path}.${field} is missing`],
    ),
  ];
}
