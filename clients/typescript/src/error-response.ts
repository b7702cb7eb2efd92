import { MAX_ERROR_BYTES, bounded } from './bounded.js';
import { type FieldProblem, ServiceError } from './errors.js';

/** Reads the error from a response with an error status. */
export async function serviceErrorOf(response: Response): Promise<ServiceError> {
  const { code, message, details, requestId } = await problemIn(response);
  return new ServiceError(
    response.status,
    textIn(code) ?? 'UNREADABLE',
    textIn(message) ?? `The response has the status ${response.status} and is not one of the service.`,
    {
      details: fieldsIn(details),
      requestId: textIn(requestId) ?? response.headers.get('x-request-id'),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    },
  );
}

async function problemIn(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    return ((await bounded(response, MAX_ERROR_BYTES).json()) as Record<string, unknown> | null) ?? {};
  } catch {
    // Without a readable body, the status still identifies the problem. A proxy may send a page of HTML, and the
    // connection may end within the response.
    return {};
  }
}

/**
 * Returns a text without control characters, because programs print errors, and the text may come from another server.
 * Returns null for a value of another type.
 */
const textIn = (value: unknown): string | null =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, '\ufffd') : null;

const fieldsIn = (details: unknown): FieldProblem[] =>
  Array.isArray(details)
    ? details.map((problem: Partial<FieldProblem> | null) => ({
        field: textIn(problem?.field) ?? '',
        message: textIn(problem?.message) ?? '',
      }))
    : [];

/** Parses the header as RFC 9110 defines it: a number of seconds, or a date. */
export function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
