import { taggedSessions } from './tagged-sessions.js';

const SESSIONS = [
  { id: 'a', tags: ['one', 'two'] },
  { id: 'b', tags: ['two'] },
  { id: 'c', tags: [] },
];

describe('tags of several sessions', () => {
  it('are added after the tags that a session already has', () => {
    expect(taggedSessions(SESSIONS, ['two', 'new'], [])).toEqual([
      ['a', ['one', 'two', 'new']],
      ['b', ['two', 'new']],
      ['c', ['two', 'new']],
    ]);
  });

  it('are removed from the sessions that have them; other sessions do not change', () => {
    expect(taggedSessions(SESSIONS, [], ['one'])).toEqual([['a', ['two']]]);
  });

  it('stay if they are both added and removed', () => {
    expect(taggedSessions(SESSIONS, ['one'], ['one', 'two'])).toEqual([
      ['a', ['one']],
      ['b', ['one']],
      ['c', ['one']],
    ]);
  });

  it('do not change if no tag is chosen', () => {
    expect(taggedSessions(SESSIONS, [], [])).toEqual([]);
  });
});
