import { runDigest } from './file-digest.js';

describe('the digest of a run', () => {
  const text = Buffer.from('text');
  const digestOf = (sent: Readonly<Record<string, unknown>>) =>
    runDigest(text, sent, undefined).toString('hex');

  it('does not change with parameters that later versions have added, unless they are sent', () => {
    const digest = 'e324b479839327fbdfe3531e1f4e65d2dd6b148594526889abd878b76575f8c9';
    expect(digestOf({})).toBe(digest);
    expect(digestOf({ calendarCode: undefined })).toBe(digest);
    const codes = ['24/5', '24/7', 'NYSE'];
    expect(new Set([digest, ...codes.map((calendarCode) => digestOf({ calendarCode }))]).size).toBe(4);
  });
});
