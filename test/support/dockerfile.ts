import { readFile } from 'node:fs/promises';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the instructions of a Dockerfile. An instruction of several lines becomes one line. */
export async function instructionsOf(file: string): Promise<Instruction[]> {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ')).trim() }));
}

/** The environment and the command of a container of the image, according to the last stage of the Dockerfile. */
export interface Image {
  readonly environment: Readonly<Record<string, string>>;
  readonly userId: number;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export async function imageOf(file: string): Promise<Image> {
  const all = await instructionsOf(file);
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const textOf = (wanted: string) => last.find(({ name }) => name === wanted)?.text ?? '';
  const variables = textOf('ENV')
    .split(/\s+/)
    .map((pair) => pair.split('='));
  return {
    environment: Object.fromEntries(variables) as Record<string, string>,
    userId: Number(textOf('USER').split(':')[0]),
    command: JSON.parse(textOf('CMD')) as string[],
    healthCheck: JSON.parse(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK'))?.[1] ?? '[]') as string[],
  };
}
