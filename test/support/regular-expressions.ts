import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression in the code, with its place. */
export interface FoundExpression {
  readonly file: string;
  readonly expression: RegExp;
}

/**
 * Returns the regular expressions in the code of a folder, except in its specs.
 * @param isSearched returns whether to search the file with this name
 */
export function expressionsIn(
  folder: string,
  isSearched: (name: string) => boolean = () => true,
): FoundExpression[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name) && isSearched(name))
    .flatMap((name) => expressionsOf(join(folder, name)));
}

function expressionsOf(file: string): FoundExpression[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundExpression[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = patternOf(node, text);
    if (pattern) found.push({ file, expression: new RegExp(...pattern) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the pattern and the flags of a regular expression; undefined if the node is not a regular expression. */
function patternOf(node: ts.Node, file: string): [pattern: string, flags: string] | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return [node.text.slice(1, end), node.text.slice(end + 1)];
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags] = node.arguments ?? [];
  if (!pattern || !ts.isTemplateExpression(pattern) || flags)
    throw new Error(`${node.getText()} is not a literal and no template, so the test cannot read it`);
  const parts = pattern.templateSpans.map(
    ({ expression, literal }) => valueOf(expression, file) + literal.text,
  );
  return [pattern.head.text + parts.join(''), ''];
}

/** Returns the text of a constant of the file; `x` for any other expression. */
const valueOf = (expression: ts.Expression, file: string): string =>
  new RegExp(String.raw`^const ${expression.getText().replaceAll(/\W/g, '\\$&')} = '(.*)';$`, 'm').exec(
    file,
  )?.[1] ?? 'x';

/** An atom of a pattern with the characters or texts that it matches, and how often it may repeat. */
interface Term {
  readonly branches: readonly (readonly Term[])[];
  readonly characters: readonly string[];
  /** True for an assertion, which matches no characters. */
  readonly isEmpty: boolean;
  readonly repeats: boolean;
}

/** A character that no pattern names. */
const STRANGER = '\u0001';

/**
 * Returns long texts that a regular expression matches almost: runs of each of its characters and of each two of them,
 * with and without another character before the run, and, for each part that may repeat, a start that matches and a run
 * of this part. Each text ends with a character that is not in the pattern.
 * @param length number of characters of each run
 */
export function longTexts({ source }: RegExp, length: number): string[] {
  const branches = new PatternReader(source).branches();
  const alphabet = [...new Set(branches.flatMap(charactersOf))];
  const pairs = alphabet.flatMap((one) =>
    alphabet.filter((other) => other !== one).map((other) => one + other),
  );
  const runs = [...alphabet, ...pairs].map((unit) => run(unit, length));
  const pumps = branches.flatMap((terms) => pumped(terms, '', length));
  const single = [...runs.slice(0, alphabet.length), ...pumps];
  return [
    ...[...runs, ...runs.map((text) => STRANGER + text), ...pumps].map((text) => text + STRANGER),
    ...single.flatMap((text) => alphabet.map((end) => text + end + STRANGER)),
  ];
}

const run = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));

const charactersOf = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ characters, branches }) => [...characters, ...branches.flatMap(charactersOf)]);

const sampleOf = (terms: readonly Term[]): string =>
  terms
    .map(({ characters, branches, isEmpty }) =>
      isEmpty ? '' : (characters[0] ?? sampleOf(branches[0] ?? [])),
    )
    .join('');

/** Returns, for each term that may repeat, the samples of the terms before it and a run of the term. */
function pumped(terms: readonly Term[], start: string, length: number): string[] {
  let before = start;
  return terms.flatMap((term) => {
    const samples = [...term.characters, ...term.branches.map(sampleOf)].filter((sample) => sample !== '');
    const runs = term.repeats ? samples.map((sample) => before + run(sample, length)) : [];
    const inner = term.branches.flatMap((branch) => pumped(branch, before, length));
    before += sampleOf([term]);
    return [...runs, ...inner];
  });
}

/** Characters of the classes of a pattern. */
const CLASSES: Readonly<Record<string, string>> = {
  d: '1',
  D: 'a',
  w: 'a',
  W: '-',
  s: ' ',
  S: 'a',
  t: '\t',
  n: '\n',
  r: '\r',
  0: '\0',
};
const OTHERS = ['a', '1', ' ', '-', '.', '/', ':', '"', '~'];

/** Parses the syntax of regular expressions as far as the samples need it. */
class PatternReader {
  #at = 0;

  constructor(private readonly pattern: string) {}

  branches(): Term[][] {
    const branches: Term[][] = [[]];
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== ')') {
      if (this.#takes('|')) branches.push([]);
      else branches.at(-1)!.push(this.#term());
    }
    return branches;
  }

  #term(): Term {
    const atom = this.#atom();
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.pattern.slice(this.#at))?.[0] ?? '';
    this.#at += quantifier.length;
    return { ...atom, repeats: /^[*+]|,\}/.test(quantifier) };
  }

  #atom(): Omit<Term, 'repeats'> {
    const none = { branches: [], characters: [], isEmpty: true };
    const character = this.pattern[this.#at++]!;
    if (character === '^' || character === '$') return none;
    if (character === '.') return { ...none, isEmpty: false, characters: ['a'] };
    if (character === '[') return { ...none, isEmpty: false, characters: this.#class() };
    if (character === '(') {
      const kind = /^\?(?:<\w+>|:|<?[=!])/.exec(this.pattern.slice(this.#at))?.[0] ?? '';
      this.#at += kind.length;
      const branches = this.branches();
      this.#at += 1;
      return { branches, characters: [], isEmpty: /[=!]$/.test(kind) };
    }
    if (character !== '\\') return { ...none, isEmpty: false, characters: [character] };
    const escaped = this.#escaped();
    return escaped === '' ? none : { ...none, isEmpty: false, characters: [escaped] };
  }

  /** Reads the rest of an escape. Returns a character that it matches; none for a boundary and a reference. */
  #escaped(): string {
    const rest = this.pattern.slice(this.#at);
    const [text, property, name, code] = /^(?:(p\{[^}]*\})|(k<\w+>|[bB])|[xu]([0-9a-fA-F]{2,4})|.)/s.exec(
      rest,
    )!;
    this.#at += text.length;
    if (name !== undefined) return '';
    if (property !== undefined) return '\u0301';
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return CLASSES[text] ?? text;
  }

  #class(): string[] {
    const isNegated = this.#takes('^');
    const start = this.#at;
    const characters: string[] = [];
    while (!this.#takes(']')) {
      const character = this.pattern[this.#at++]!;
      characters.push(character === '\\' ? this.#escaped() : character);
      if (/^-[^\]]/.test(this.pattern.slice(this.#at))) this.#at += 2;
    }
    if (!isNegated) return characters;
    const matcher = new RegExp(`[^${this.pattern.slice(start, this.#at)}`);
    return OTHERS.filter((other) => matcher.test(other)).slice(0, 2);
  }

  #takes(character: string): boolean {
    if (this.pattern[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}
