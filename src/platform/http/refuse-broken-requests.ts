import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { newId } from '../../shared/fields/ids.js';
import { Problem, validationProblem } from '../../shared/problems/problem.js';
import { closeAfterReading } from './discard-unread-body.js';
import { headersTooLarge } from './check-headers.js';
import { rawRefusal, tooSlow } from './raw-refusal.js';

/** An error of Node's HTTP parser has a code that begins with `HPE_`, and states the reason as part of a sentence. */
type ParserError = NodeJS.ErrnoException & { readonly reason?: string; readonly rawPacket?: Buffer };

/** The response that a connection is sending or will send next. Node has no public property for this response. */
type HttpSocket = Socket & {
  readonly _httpMessage?: ServerResponse<IncomingMessage & { readonly id?: string }> | null;
};

/**
 * Refuses requests that reach no handler, because they are not valid HTTP or arrive too slowly. Node would send a status
 * without a body. The responses have the shape of all errors, and an id that is in the log.
 */
export function refuseBrokenRequests(server: Server, logger: Logger): void {
  server.on('clientError', (error: ParserError, socket: HttpSocket) => {
    // The parser reports another error for each further part of the request.
    if (socket.writableEnded) return;
    const problem = problemOf(error);
    const current = socket._httpMessage;
    // A second response would be read as a part of the response that has begun.
    if (!problem || !socket.writable || current?.headersSent) {
      socket.destroy(error);
      return;
    }
    // The current request has an id, and its log line, if its own body is broken. Otherwise a later request is broken.
    const isOfCurrent = current?.req.complete === false;
    const requestId = (isOfCurrent && current?.req.id) || newId();
    const status = problem.getStatus();
    const { code } = problem;
    const cause = error.code;
    logger.info({ requestId, status, code, cause, address: socket.remoteAddress }, 'request refused');
    const refusal = rawRefusal(problem, requestId, { isHead: isHead(error) });
    if (current || problem.code === 'REQUEST_TIMEOUT') {
      socket.write(refusal);
      socket.destroy(error);
    } else closeAfterReading(socket, refusal);
  });
}

/** Returns whether the broken bytes begin with a HEAD request. Its client takes a body for a second response. */
const isHead = ({ rawPacket }: ParserError): boolean =>
  rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

/** Returns the error for a broken request; undefined if the connection itself is broken. */
function problemOf({ code = '', reason = 'it is incomplete' }: ParserError): Problem | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow();
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new Problem('PAYLOAD_TOO_LARGE', 'The chunks of the body have too many extensions.');
  if (!code.startsWith('HPE_')) return undefined;
  return validationProblem([{ field: 'request', message: `is not valid HTTP: ${reason}` }]);
}
