import { findPanicMessage } from './panic-message.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe('findPanicMessage', () => {
  const check = (data: Uint8Array, message: string | null) => expect(findPanicMessage(data)).toBe(message);

  it('returns the message of a panic, even after other messages', () => {
    const fields = 'SPANIC\0VPANIC\0CXX000\0Mcould not write to log file\0Fxlog.c\0L2452\0\0';
    check(bytes(`E\0\0\0\u0040${fields}`), 'could not write to log file');
    check(bytes(`Z\0\0\0\u0005IE\0\0\0\u0040${fields}`), 'could not write to log file');
    check(bytes('E\0\0\0\u0040SPANIC\0VPANIC\0CXX000\0\0'), 'PANIC');
  });

  it('returns null for other errors and for text that mentions a panic', () => {
    check(bytes('E\0\0\0\u0040SERROR\0VERROR\0C23505\0Mduplicate\0\0'), null);
    check(bytes('D\0\0\0\u0016\0\u0001\0\0\0\u000cSPANIC VPANIC'), null);
    check(new Uint8Array(), null);
  });
});
