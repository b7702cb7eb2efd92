import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { HARMLESS_HEADERS } from './harmless-headers.js';
import type { ProblemCode } from '../../../src/shared/problems/problem.js';

/**
 * Possible outcome of a request: the same as without the variation (`none`), an error code, or a status without a body
 * that no route sends.
 */
export type Effect = 'none' | ProblemCode | number;

/** One odd property of the headers of a request or of the encoding of its body. */
export interface RequestVariation {
  /** Additional headers. Such a header replaces a usual header of the same name, or removes it if the value is null. */
  readonly headers?: readonly (readonly [name: string, value: string | null])[];
  /** Headers that are added even if the name exists, so a name can occur twice. */
  readonly more?: readonly (readonly [name: string, value: string])[];
  readonly pack?: (body: Buffer) => Buffer;
  /**
   * Possible outcomes of a request with this variation. If the request has no body, a variation with `ofBody` has no
   * effect.
   */
  readonly effect: readonly Effect[];
  readonly ofBody?: boolean;
}

const header = (name: string, value: string | null, ...effect: Effect[]): RequestVariation => ({
  headers: [[name, value]],
  effect,
});
const type = (value: string | null, ...effect: Effect[]): RequestVariation => ({
  ...header('content-type', value, ...effect),
  ofBody: true,
});
const packed = (encoding: string, pack: (body: Buffer) => Buffer, ...effect: Effect[]): RequestVariation => ({
  headers: [['content-encoding', encoding]],
  pack,
  effect,
  ofBody: true,
});
const asIs = (body: Buffer): Buffer => body;
const utf16 = (body: Buffer): Buffer => Buffer.from(body.toString(), 'utf16le');

/** 64 MB of blanks compressed to 64 KB. */
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });

/** Placeholder for the key of the caller. */
export const SECRET = '@secret';

export const REQUEST_VARIATIONS: Readonly<Record<string, RequestVariation>> = {
  ...Object.fromEntries(
    [
      'application/json;charset=utf-8',
      'APPLICATION/JSON',
      'application/json; charset="UTF-8"',
      'application/json;a=b',
      'application/json ; charset=utf8; x="y;z"',
    ].map((value) => [
      `type ${value}`,
      type(value, 'none', ...(value.includes('utf8') ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : [])),
    ]),
  ),
  ...Object.fromEntries(
    [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json5',
      'application/vnd.api+json',
      'application/problem+json',
      '*/*',
      'application/*',
      'json',
      'application/jsonx',
      'application/json, text/plain',
      'application / json',
      'a'.repeat(8000),
      '\u00e4/\u00f6',
      'application/json; charset=latin1',
      'application/json; charset=x-user-defined',
      'application/json; charset=utf-99',
    ].map((value) => [`type ${value.slice(0, 60)}`, type(value, 'UNSUPPORTED_MEDIA_TYPE')]),
  ),
  'no type': type(null, 'UNSUPPORTED_MEDIA_TYPE'),
  'empty type': type('', 'UNSUPPORTED_MEDIA_TYPE'),
  'type with a broken parameter': type('application/json; charset="', 'none', 'UNSUPPORTED_MEDIA_TYPE'),
  'type with an empty charset': type('application/json; charset=', 'none', 'UNSUPPORTED_MEDIA_TYPE'),
  'charset utf-16': { ...type('application/json; charset=utf-16le', 'UNSUPPORTED_MEDIA_TYPE'), pack: utf16 },
  'charset utf-32': type('application/json; charset=utf-32', 'UNSUPPORTED_MEDIA_TYPE'),
  'charset utf-7': type('application/json; charset=utf-7', 'UNSUPPORTED_MEDIA_TYPE'),
  'charset twice': type('application/json; charset=utf-8; charset=utf-7', 'UNSUPPORTED_MEDIA_TYPE'),
  'type twice': {
    more: [['content-type', 'text/plain']],
    effect: ['none', 'UNSUPPORTED_MEDIA_TYPE'],
    ofBody: true,
  },
  gzip: packed('gzip', (body) => gzipSync(body), 'none'),
  GZIP: packed('GZIP', (body) => gzipSync(body), 'none'),
  deflate: packed('deflate', (body) => deflateSync(body), 'none'),
  br: packed('br', (body) => brotliCompressSync(body), 'none'),
  identity: packed('identity', asIs, 'none'),
  'deflate without its header': packed('deflate', (body) => deflateRawSync(body), 'none', 'MALFORMED_JSON'),
  'gzip in two members': packed(
    'gzip',
    (body) => Buffer.concat([gzipSync(body.subarray(0, 5)), gzipSync(body.subarray(5))]),
    'none',
    'MALFORMED_JSON',
  ),
  'gzip cut off': packed('gzip', (body) => gzipSync(body).subarray(0, -9), 'MALFORMED_JSON'),
  'gzip with a wrong checksum': packed(
    'gzip',
    (body) => Buffer.concat([gzipSync(body).subarray(0, -8), Buffer.alloc(8)]),
    'MALFORMED_JSON',
  ),
  'gzip with something behind': packed(
    'gzip',
    (body) => Buffer.concat([gzipSync(body), Buffer.from('more')]),
    'none',
    'MALFORMED_JSON',
  ),
  'gzip that is none': packed('gzip', asIs, 'MALFORMED_JSON'),
  'br that is none': packed('br', asIs, 'MALFORMED_JSON'),
  'deflate that is none': packed('deflate', asIs, 'MALFORMED_JSON'),
  'gzip of a gzip': packed('gzip', (body) => gzipSync(gzipSync(body)), 'MALFORMED_JSON'),
  'a bomb': packed('gzip', () => BOMB, 'PAYLOAD_TOO_LARGE'),
  'a bomb in a bomb': packed('gzip, gzip', () => gzipSync(BOMB), 'UNSUPPORTED_MEDIA_TYPE'),
  ...Object.fromEntries(
    ['compress', 'zstd', 'x-gzip', 'gzip, br', 'aes128gcm', '__proto__', 'constructor', ' '].map((value) => [
      `encoding ${value}`,
      packed(value, asIs, ...(value === ' ' ? (['none'] as const) : []), 'UNSUPPORTED_MEDIA_TYPE'),
    ]),
  ),
  'no key': header('x-api-key', null, 'UNAUTHORIZED'),
  ...Object.fromEntries(
    [
      '',
      'wrong',
      "' OR 1=1 --",
      '__proto__',
      'null',
      `${SECRET}x`,
      `Bearer ${SECRET}`,
      `${SECRET},${SECRET}`,
      `${SECRET}\u00a0`,
      '\u00e4\u00ff',
      'x'.repeat(10_000),
    ].map((value) => [`key ${value.slice(0, 30)}`, header('x-api-key', value, 'UNAUTHORIZED')]),
  ),
  'key with blanks around': header('x-api-key', ` \t${SECRET}  `, 'none'),
  'KEY in capitals': { headers: [['x-api-key', null]], more: [['X-API-KEY', SECRET]], effect: ['none'] },
  'key twice': { more: [['x-api-key', SECRET]], effect: ['UNAUTHORIZED'] },
  'another key besides': { more: [['X-Api-Key', 'wrong']], effect: ['UNAUTHORIZED'] },
  'key elsewhere': {
    headers: [['x-api-key', null]],
    more: [
      ['authorization', `ApiKey ${SECRET}`],
      ['cookie', `x-api-key=${SECRET}`],
    ],
    effect: ['UNAUTHORIZED'],
  },
  ...Object.fromEntries(
    ['a', 'A.b:c=d+e/f-g_1', 'x'.repeat(128), '../../x', '__proto__'].map((value) => [
      `request id ${value.slice(0, 30)}`,
      header('x-request-id', value, 'none'),
    ]),
  ),
  ...Object.fromEntries(
    [
      'x'.repeat(129),
      'a b',
      '"a"',
      '{"level":60}',
      '<script>',
      '',
      '\u00e4',
      '\t',
      'a;b',
      '%0d%0a',
      'x'.repeat(9000),
    ].map((value) => [`no request id ${value.slice(0, 30)}`, header('x-request-id', value, 'none')]),
  ),
  'request id twice': {
    more: [
      ['x-request-id', 'one'],
      ['x-request-id', 'two'],
    ],
    effect: ['none'],
  },
  ...Object.fromEntries(
    ['DELETE', 'GET', 'TRACE', '__proto__'].map((value) => [
      `override ${value}`,
      {
        more: [
          ['x-http-method-override', value],
          ['x-http-method', value],
          ['x-method-override', value],
        ],
        effect: ['none'],
      } satisfies RequestVariation,
    ]),
  ),
  ...Object.fromEntries(
    HARMLESS_HEADERS.map(([name, value]) => [
      `${name.slice(0, 40)}: ${value.slice(0, 40)}`,
      header(name, value, 'none'),
    ]),
  ),
  ...Object.fromEntries(
    ['evil.example:3000', '', '[::1', '__proto__', 'localhost.evil.example'].map((host) => [
      `the host ${host}`,
      header('host', host, 'UNKNOWN_HOST'),
    ]),
  ),
  'if-none-match anything': header('if-none-match', '*', 'none', 304),
  upgrade: {
    headers: [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['sec-websocket-version', '13'],
    ],
    effect: ['none'],
  },
  'upgrade to HTTP/2': {
    headers: [
      ['connection', 'Upgrade, HTTP2-Settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', ''],
    ],
    effect: ['none'],
  },
  'another expectation': header('expect', 'a miracle', 'EXPECTATION_FAILED'),
  chunks: {
    headers: [
      ['content-length', null],
      ['transfer-encoding', 'chunked'],
    ],
    effect: ['none'],
    ofBody: true,
  },
  'ninety headers': {
    more: Array.from({ length: 80 }, (_, i) => [`x-${i}`, '1'] as const),
    effect: ['none'],
  },
  'a hundred headers': {
    more: Array.from({ length: 100 }, () => ['a', '1'] as const),
    effect: ['HEADERS_TOO_LARGE'],
  },
  'headers of 20 KB': header('x-long', 'x'.repeat(20_000), 'HEADERS_TOO_LARGE'),
};

export const VARIATION_NAMES = Object.keys(REQUEST_VARIATIONS);
