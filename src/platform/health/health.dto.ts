import { ApiProperty } from '@nestjs/swagger';

export class HealthAnswer {
  /**
   * Always `ok`. A service that is not ready returns an error.
   * @example "ok"
   */
  readonly status!: string;
}

export class LiveAnswer extends HealthAnswer {
  /**
   * Version of the service.
   * @example "1.1.0"
   */
  readonly version!: string;

  /**
   * Commit from which the service was built, with `-dirty` appended if the sources had changed since; null if unknown.
   * @example "5d1c0a7e9b3f42d68a10c7e4f95b2d3361e8a074"
   */
  @ApiProperty({ type: 'string', nullable: true })
  readonly commit!: string | null;
}
