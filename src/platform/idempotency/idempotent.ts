import { ExecutionContext, applyDecorators, createParamDecorator } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { validationProblem } from '../../shared/problems/problem.js';
import { bodyHashOf } from './body-hash.js';
import type { KeyedRequest } from './idempotency.store.js';

/** A request that creates a resource, as an argument of `IdempotencyService.once`. */
export interface Creation {
  /** Null if the request has no Idempotency-Key. */
  readonly keyed: Omit<KeyedRequest, 'workspaceId'> | null;
  /** Called if the response is the stored response of an earlier request. Marks the response as such for the client. */
  readonly onReplay: () => void;
}

const HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 128;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Documents the key of a route that creates a resource. */
export const Idempotent = () =>
  applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
      description:
        'Makes it safe to send the request again. For 24 hours, the same request with the same key returns the first response, with the header `Idempotent-Replayed: true`',
    }),
  );

/** Injects the request as a creation into a method with `Idempotent`. */
export const AsCreation = createParamDecorator((_: unknown, context: ExecutionContext): Creation => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const key = keyIn(request.headersDistinct[HEADER.toLowerCase()]);
  const { method, path } = request;
  return {
    keyed: key === null ? null : { key, method, path, bodyHash: bodyHashOf(request.body) },
    onReplay: () => void http.getResponse<Response>().setHeader('Idempotent-Replayed', 'true'),
  };
});

/**
 * Returns the Idempotency-Key of a request; null if there is none.
 * @throws Problem VALIDATION_FAILED
 */
function keyIn(sent: readonly string[] = []): string | null {
  const [value, ...others] = sent;
  if (value === undefined) return null;
  if (others.length > 0) throw wrong('must be given once');
  const key = /^"(.*)"$/.exec(value)?.[1] ?? value;
  if (key.length > MAX_KEY_LENGTH || !PRINTABLE.test(key))
    throw wrong(`must have 1 to ${MAX_KEY_LENGTH} printable ASCII characters`);
  return key;
}

const wrong = (message: string) => validationProblem([{ field: HEADER, message }]);
