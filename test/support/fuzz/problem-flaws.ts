import { STATUS_CODES } from 'node:http';
import { PROBLEM_STATUS, type ProblemCode } from '../../../src/shared/problems/problem.js';
import type { Reply } from './client.js';
import type { Sent } from './resolve.js';

const FIELDS = new Set(['statusCode', 'error', 'code', 'message', 'details', 'requestId']);

/** Maximum length of an error. An error describes a problem and must not contain the whole request. */
const MAX_PROBLEM_LENGTH = 128 * 1024;

/** Signs of errors that were not meant for the client: stacks, SQL, files, packages, names of the runtime. */
const INTERNALS = [
  /\bat \S+ \(/,
  /\bat (async )?\w+[.:]/,
  /node_modules/,
  /\bnode:/,
  /\.[cm]?[jt]s\b/,
  /\/(work|home|usr|tmp|root|app|etc|var)\//,
  /\b\w*(Type|Syntax|Range|Reference|URI|QueryFailed|Assertion|Http)(Error|Exception)\b/,
  /\b(SELECT|INSERT|UPDATE|DELETE FROM|WHERE|duplicate key|violates|relation|syntax error|invalid input|null value|out of range|column)\b/,
  /\b(typeorm|nestjs|express|postgres\w*|pglite|class-validator|class-transformer|body-parser|zlib|iconv)\b/i,
  /Unexpected (token|end)|JSON at position|in JSON\b/,
  /\bundefined\b|\[object |\bNaN\b|\bInfinity\b|\bError:/,
  /Cannot (GET|POST|PUT|PATCH|DELETE|HEAD|read|convert)/,
];

/** Returns the flaws of an error response to any request. */
export function problemFlaws({ status, headers, body }: Reply, sent: Sent): string[] {
  const text = body.toString();
  const flaws: string[] = [];
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    flaws.push(`content-type ${headers['content-type']}`);
  if (body.length > MAX_PROBLEM_LENGTH) flaws.push(`an error of ${body.length} bytes`);
  let problem: Record<string, unknown>;
  try {
    problem = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return [...flaws, 'an error that is no JSON'];
  }
  const unknown = Object.keys(problem).filter((field) => !FIELDS.has(field));
  if (unknown.length > 0) flaws.push(`unknown fields ${unknown.join()}`);
  if (problem['statusCode'] !== status) flaws.push('statusCode is not the status');
  if (problem['error'] !== STATUS_CODES[status]) flaws.push('error is not the reason phrase');
  if (PROBLEM_STATUS[problem['code'] as ProblemCode] !== status)
    flaws.push('code does not belong to the status');
  if (problem['requestId'] !== headers['x-request-id']) flaws.push('requestId is not x-request-id');
  if (typeof problem['message'] !== 'string' || !/\S.*\.$/s.test(problem['message']))
    flaws.push('message is no sentence');
  return [...flaws, ...detailFlaws(problem), ...leaks(text, sent)];
}

/**
 * Codes of errors that may have details. These errors are about a state that is too large, or about unknown sessions in
 * a query.
 */
const MAY_HAVE_DETAILS = new Set<unknown>(['PAYLOAD_TOO_LARGE', 'SESSION_NOT_FOUND']);

function detailFlaws({ code, details }: Record<string, unknown>): string[] {
  const isExpected = code === 'VALIDATION_FAILED' || code === 'CLIENT_ID_CONFLICT';
  if (details === undefined) return isExpected ? ['names no field'] : [];
  if (!isExpected && !MAY_HAVE_DETAILS.has(code)) return ['details of what is about no field'];
  const isDetail = (detail: unknown) => {
    const { field, message, ...more } = detail as Record<string, unknown>;
    return (
      typeof field === 'string' &&
      typeof message === 'string' &&
      message !== '' &&
      Object.keys(more).length === 0
    );
  };
  return Array.isArray(details) && details.length > 0 && details.every(isDetail)
    ? []
    : ['details of another shape'];
}

/** Returns the signs of internals in a response that were not a part of the request. */
function leaks(answer: string, { method, path, text }: Sent): string[] {
  const brought = `${method} ${path} ${decoded(path)} ${text} ${JSON.stringify(text)}`.toLowerCase();
  return INTERNALS.flatMap((pattern) => {
    const [found] = pattern.exec(answer) ?? [];
    return found === undefined || brought.includes(found.toLowerCase()) ? [] : [`shows internals: ${found}`];
  });
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return path;
  }
};
