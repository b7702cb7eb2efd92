import fc from 'fast-check';
import { CopyMessages } from './copy-messages.js';

/** A message as the server sends it: a code, the length with its own four bytes, the body. */
function message(code: string, body: Uint8Array = new Uint8Array(0)): Buffer {
  const head = Buffer.alloc(5, code);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const data = fc.uint8Array({ maxLength: 300 });
const between = fc.constantFrom('N', 'S', 'A');
const piece = fc.oneof(
  { weight: 4, arbitrary: data.map((body) => ({ code: 'd', body })) },
  { weight: 1, arbitrary: fc.tuple(between, data).map(([code, body]) => ({ code, body })) },
);
const ends = fc.constantFrom('c', 'E', 'C');

describe('the messages of a copy', () => {
  it('give their data and their end, wherever the network cuts them', () => {
    fc.assert(
      fc.property(
        fc.array(piece),
        ends,
        fc.array(fc.integer({ min: 1, max: 40 })),
        (pieces, last, lengths) => {
          const copied = Buffer.concat([
            message('H', Buffer.alloc(3)),
            ...pieces.map(({ code, body }) => message(code, body)),
          ]);
          const all = Buffer.concat([copied, message(last), message('Z', Buffer.from('I'))]);
          const [end, messages] = [new CopyMessages(), new CopyMessages()];
          const found: Buffer[] = [];
          let at = 0;
          for (let i = 0; at < all.length; i += 1) {
            const bytes = all.subarray(at, at + (lengths[i % (lengths.length || 1)] ?? all.length));
            const endsAt = end.walk(bytes);
            const copiedBytes = endsAt < 0 ? bytes : bytes.subarray(0, endsAt);
            messages.walk(copiedBytes, (from, to) => found.push(copiedBytes.subarray(from, to)));
            if (endsAt >= 0) {
              at += endsAt;
              break;
            }
            at += bytes.length;
          }
          expect(at).toBe(copied.length);
          const expected = pieces.filter(({ code }) => code === 'd').map(({ body }) => body);
          expect(Buffer.concat(found)).toEqual(Buffer.concat(expected));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('end at once with an error that takes the place of the copy', () => {
    expect(new CopyMessages().walk(message('E', Buffer.from('SERROR')))).toBe(0);
  });

  it('may be larger than what arrives at a time', () => {
    const body = Buffer.alloc(200_000, 'x');
    const all = message('d', body);
    const messages = new CopyMessages();
    const parts: Buffer[] = [];
    for (let at = 0; at < all.length; at += 65_536) {
      const bytes = all.subarray(at, at + 65_536);
      messages.walk(bytes, (start, end) => parts.push(bytes.subarray(start, end)));
    }
    expect(Buffer.concat(parts).equals(body)).toBe(true);
  });
});
