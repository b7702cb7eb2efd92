import { ApiProperty } from '@nestjs/swagger';
import { SCOPES } from '../auth/principal.js';

export class MeAnswer {
  /**
   * Name of the caller's workspace.
   * @example "research"
   */
  @ApiProperty()
  readonly workspace!: string;

  /**
   * Name of the key that was sent; null for a token.
   * @example "laptop"
   */
  @ApiProperty({ type: 'string', nullable: true })
  readonly key!: string | null;

  /** Subject of the token that was sent; null for a key. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  readonly subject!: string | null;

  /**
   * Scopes of the caller. If the service requires the scope `delete` for DELETE requests, the scope `write` does not
   * allow DELETE requests.
   * @example ["read", "write"]
   */
  @ApiProperty({ enum: [...SCOPES], isArray: true })
  readonly scopes!: readonly string[];
}
