import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Optional } from './fields.js';
import { Tags, trimmedTags } from './tags.js';

class Labelled {
  @Optional()
  @Tags()
  readonly tags?: string[];
}

const problemOf = (tags: unknown): string | undefined =>
  validateSync(plainToInstance(Labelled, { tags })).flatMap(({ constraints }) =>
    Object.values(constraints ?? {}),
  )[0];

const many = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

describe('tags of a request', () => {
  it.each([
    [undefined],
    [[]],
    [['a']],
    [many(20)],
    [['x'.repeat(40)]],
    [[`  ${'🚀'.repeat(40)}\t`]],
    [['a', 'A']],
  ])('are accepted: %j', (tags) => expect(problemOf(tags)).toBeUndefined());

  it.each([
    [null, 'must be an array'],
    ['a', 'must be an array'],
    [{ length: 1 }, 'must be an array'],
    [many(21), 'must contain 0 to 20 elements, not 21'],
    [['a', ' \t'], 'has a wrong element 1: it must not be empty'],
    [['x'.repeat(41)], 'has a wrong element 0: it must not have more than 40 characters'],
    [[1], 'has a wrong element 0: it must be a string'],
    [[null], 'has a wrong element 0: it must be a string'],
    [['a\0'], 'has a wrong element 0: it must not contain NUL or an unpaired surrogate'],
    [['a', 'b', ' a '], 'has the same tag twice: element 2 repeats element 0'],
  ])('are refused: %j', (tags, message) => expect(problemOf(tags)).toBe(message));

  it('are stored in the order sent, without white space at either end', () => {
    expect(trimmedTags([' b ', 'a', 'c d'])).toEqual(['b', 'a', 'c d']);
    expect(trimmedTags(undefined)).toEqual([]);
  });
});
