import { retryAfterMs, serviceErrorOf } from './error-response.js';

describe('the header Retry-After', () => {
  it('is read as a number of seconds or as a date', () => {
    expect(retryAfterMs('0')).toBe(0);
    expect(retryAfterMs('17')).toBe(17_000);
    expect(retryAfterMs('Fri, 31 Dec 2100 23:59:59 GMT')).toBeGreaterThan(1e12);
    expect(retryAfterMs('Fri, 31 Dec 1999 23:59:59 GMT')).toBe(0);
  });

  it('gives no time to wait if it is missing, or if it is neither a number of seconds nor a date', () => {
    for (const header of [null, '', 'soon']) expect(retryAfterMs(header)).toBeNull();
  });
});

describe('an error response', () => {
  it('becomes an error with its status, code, message, fields and request id', async () => {
    const details = [{ field: 'name', message: 'must be a string' }];
    const body = { code: 'VALIDATION_FAILED', message: 'name must be a string.', details, requestId: 'r-1' };
    const error = await serviceErrorOf(
      Response.json(body, { status: 400, headers: { 'x-request-id': 'r-2', 'retry-after': '3' } }),
    );
    const { status, code, message, requestId, retryAfterMs: pauseMs } = error;
    expect({ status, code, message, details: error.details, requestId, pauseMs }).toEqual({
      status: 400,
      ...body,
      pauseMs: 3000,
    });
  });

  it.each(['<html>Bad gateway</html>', '', 'null', '[]', '{}'])(
    'keeps its status and request id if its body is %j',
    async (body) => {
      const response = new Response(body, { status: 502, headers: { 'x-request-id': 'r-1' } });
      const {
        status,
        code,
        message,
        details,
        requestId,
        retryAfterMs: pauseMs,
      } = await serviceErrorOf(response);
      expect({ status, code, details, requestId, pauseMs }).toEqual({
        status: 502,
        code: 'UNREADABLE',
        details: [],
        requestId: 'r-1',
        pauseMs: null,
      });
      expect(message).toContain('502');
    },
  );
});
