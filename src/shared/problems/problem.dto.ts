import { DifferingCandleDto } from './differing-candle.dto.js';
import { MoneyChoiceDto } from './money-choice.dto.js';
import { GATEWAY_CODE, PROBLEM_STATUS } from './problem.js';
import { ApiProperty } from '@nestjs/swagger';

/** A field that was refused. */
export class FieldProblemDto {
  /**
   * Path of the field in the body or the query.
   * @example "trades[3].exitTime"
   */
  readonly field!: string;

  /**
   * Problem of the field, as the rest of a sentence that begins with the field's name.
   * @example "must not be before entryTime"
   */
  readonly message!: string;
}

/** Body of every error response. */
export class ProblemDto {
  /**
   * HTTP status.
   * @example 400
   */
  @ApiProperty({ type: 'integer' })
  readonly statusCode!: number;

  /**
   * Reason phrase of the status.
   * @example "Bad Request"
   */
  readonly error!: string;

  /**
   * Error code, for programs. Any route may also return `HEADERS_TOO_LARGE` (431) and `REQUEST_TIMEOUT` (408, the
   * request arrives too slowly), and `VALIDATION_FAILED` for a request that is not valid HTTP. A service on a loopback
   * address sends `UNKNOWN_HOST` (421) for any route if its settings do not name the header `Host`.
   * `SERVICE_UNAVAILABLE` (502, 504) is sent only by a gateway in front of the service, if no instance responds.
   */
  @ApiProperty({
    enum: [...Object.keys(PROBLEM_STATUS), GATEWAY_CODE],
    enumName: 'ProblemCode',
    example: 'VALIDATION_FAILED',
  })
  readonly code!: string;

  /**
   * Error message, for people. If more than one field is wrong, the message states the first problem and the number of
   * further problems.
   * @example "trades[3].exitTime must not be before entryTime."
   */
  readonly message!: string;

  /** The fields that are wrong, if the error is about fields; at most the first 100 for `VALIDATION_FAILED`. */
  readonly details?: FieldProblemDto[];

  /** The readings of a file from which to choose, the likeliest first; only for `MONEY_UNCLEAR`. */
  readonly choices?: MoneyChoiceDto[];

  /** The first 100 stored bars with other figures, ascending; only for `CANDLES_DIFFER`. */
  readonly differing?: DifferingCandleDto[];

  /**
   * Id of this request in the logs; also in the header `x-request-id`.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  readonly requestId!: string;
}
