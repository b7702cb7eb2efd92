import { ApiProperty } from '@nestjs/swagger';
import type { ApiKey } from '../auth/api-key.entity.js';
import { KEY_STATES, keyStateAt } from '../auth/key-state.js';
import type { CreatedKey, RotatedKey } from '../auth/keys.service.js';
import { SCOPES } from '../auth/principal.js';
import { Id, NullableTime, Time, Word } from '../../shared/fields/answer-fields.js';

/** A stored key without its secret. */
export class KeyDto {
  /**
   * Id of the key.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * Name of the user or program that uses the key.
   * @example "laptop"
   */
  @ApiProperty()
  readonly name!: string;

  /**
   * The first characters of the secret, by which its owner can recognise it.
   * @example "bss_Yf3kQ9aZ"
   */
  @ApiProperty()
  readonly prefix!: string;

  /** Scopes of the key. */
  @ApiProperty({ enum: [...SCOPES], isArray: true })
  readonly scopes!: string[];

  /** State of the key. Only requests with a `valid` key are accepted. */
  @Word(KEY_STATES)
  readonly state!: string;

  /**
   * When the key was created, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;

  /** When the key expires, epoch milliseconds; null if the key never expires. */
  @NullableTime({ example: null })
  readonly expiresAt!: number | null;

  /** When the key was revoked, epoch milliseconds; null if the key was not revoked. */
  @NullableTime({ example: null })
  readonly revokedAt!: number | null;

  /** When the key was last used, epoch milliseconds, up to a minute late; null if the key was never used. */
  @NullableTime({ example: null })
  readonly lastUsedAt!: number | null;
}

export class KeyAnswer {
  /** The key in its current state. */
  readonly key!: KeyDto;
}

export class KeysAnswer {
  /** Keys of the workspace, newest first. */
  readonly keys!: KeyDto[];

  /** `cursor` of the next page; null on the last page. */
  @ApiProperty({ type: 'string', nullable: true })
  readonly nextCursor!: string | null;
}

export class CreatedKeyAnswer {
  /** The new key. */
  readonly key!: KeyDto;

  /**
   * Secret to send in the header `x-api-key`. Only this response contains it.
   * @example "bss_Yf3kQ9aZ4uV0mC7xWq1RtL8nHs5JdB2eKoG6yPzA_iE"
   */
  @ApiProperty()
  readonly secret!: string;
}

export class RotatedKeyAnswer extends CreatedKeyAnswer {
  /** The old key, which stays valid until the end of the overlap at the latest. */
  readonly replaced!: KeyDto;
}

export function toKeyDto(key: ApiKey): KeyDto {
  const { id, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const state = keyStateAt(key, Date.now());
  return { id, name, prefix, scopes, state, createdAt, expiresAt, revokedAt, lastUsedAt };
}

export const toCreatedKeyAnswer = ({ key, secret }: CreatedKey): CreatedKeyAnswer => ({
  key: toKeyDto(key),
  secret,
});

export const toRotatedKeyAnswer = ({ key, secret, replaced }: RotatedKey): RotatedKeyAnswer => ({
  key: toKeyDto(key),
  secret,
  replaced: toKeyDto(replaced),
});
