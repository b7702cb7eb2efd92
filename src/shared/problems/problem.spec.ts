import { validationProblem } from './problem.js';

const problems = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ field: `f${i}`, message: 'must be one of long, short' }));

describe('the message of an error about fields', () => {
  it.each([
    [1, 'f0 must be one of long, short.'],
    [2, 'f0 must be one of long, short; 1 more problem in details.'],
    [5, 'f0 must be one of long, short; 4 more problems in details.'],
    [100, 'f0 must be one of long, short; 99 more problems in details.'],
    [101, 'f0 must be one of long, short; 100 more problems, 99 of them in details.'],
    [500, 'f0 must be one of long, short; 499 more problems, 99 of them in details.'],
  ])('counts all problems: %i', (count, message) => {
    const problem = validationProblem(problems(count));
    expect(problem.message).toBe(message);
    expect(problem.extras.details).toEqual(problems(Math.min(count, 100)));
  });

  it('shortens a long field name that the client sent', () => {
    const { message } = validationProblem([{ field: 'x'.repeat(10_000), message: 'is not a known field' }]);
    expect(message).toBe(`${'x'.repeat(200)}… is not a known field.`);
  });

  it('shows an empty field name as empty quotes', () => {
    expect(validationProblem([{ field: '', message: 'is not a known field' }]).message).toBe(
      '"" is not a known field.',
    );
  });
});
