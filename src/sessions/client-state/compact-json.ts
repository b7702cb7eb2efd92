/** Limits of a JSON text. */
export interface JsonLimits {
  /** Size of the compact text in UTF-8, bytes. */
  readonly bytes: number;
  /** Depth of nested objects and arrays. */
  readonly levels: number;
}

export interface CompactJson {
  readonly text: string;
  /** Number of commas in the outermost object or array; 0 if it has at most one member. */
  readonly outerCommas: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Returns a JSON text without white space and without needless escapes. Numbers, names and their order stay as written,
 * even where JavaScript would change them: 1e400, integers beyond 2^53, two members with the same name. Returns early
 * when a limit is exceeded, so that large texts are never parsed.
 * @param json any text; if it is not JSON, the result is meaningless
 */
export function compactJson(json: string, limits: JsonLimits): CompactJson | 'too large' | 'too deep' {
  const parts: string[] = [];
  let bytes = 0;
  let levels = 0;
  let outerCommas = 0;
  let start = 0;
  const keep = (part: string) => {
    parts.push(part);
    bytes += Buffer.byteLength(part);
  };
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (WHITE_SPACE.has(code)) {
      if (start < at) keep(json.slice(start, at));
      start = at + 1;
    } else if (code === QUOTE) {
      const end = endOfString(json, at);
      keep(json.slice(start, at));
      keep(plainString(json.slice(at, end)));
      start = end;
      at = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      levels += 1;
      if (levels > limits.levels) return 'too deep';
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      levels -= 1;
    } else if (code === COMMA && levels === 1) {
      outerCommas += 1;
    }
    if (bytes + at + 1 - start > limits.bytes) return 'too large';
  }
  keep(json.slice(start));
  return bytes > limits.bytes ? 'too large' : { text: parts.join(''), outerCommas };
}

/** Returns the position after the closing quote of a string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, json.length);
}

/** Returns the string with only the necessary escapes: for quotes, control characters and unpaired surrogates. */
function plainString(string: string): string {
  if (!string.includes('\\')) return string;
  try {
    return JSON.stringify(JSON.parse(string));
  } catch {
    return string;
  }
}
