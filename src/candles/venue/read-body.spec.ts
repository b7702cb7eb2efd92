import { ReadableStream } from 'node:stream/web';
import { MAX_BODY_BYTES, readBody } from './read-body.js';
import { VenueFailure } from './venue-failure.js';

const HALF = MAX_BODY_BYTES / 2;

describe('readBody', () => {
  it('joins chunks that split a character', async () => {
    const bytes = Buffer.from('["µ"]');
    expect(await readBody(new Response(bytes).body)).toBe('["µ"]');
    const split = ReadableStream.from([bytes.subarray(0, 3), bytes.subarray(3)]);
    expect(await readBody(split)).toBe('["µ"]');
    expect(await readBody(null)).toBe('');
  });

  it('accepts a body of exactly the limit', async () => {
    const text = await readBody(ReadableStream.from([Buffer.alloc(HALF, ' '), Buffer.alloc(HALF, ' ')]));
    expect(text).toHaveLength(MAX_BODY_BYTES);
  });

  it('refuses a longer body, and cancels the rest of the body', async () => {
    let pulled = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(Buffer.alloc(HALF, ' '));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    await expect(readBody(endless)).rejects.toThrow(VenueFailure);
    expect(isCancelled).toBe(true);
    expect(pulled).toBeLessThan(6);
  });
});
