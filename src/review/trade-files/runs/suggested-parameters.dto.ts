import { ApiProperty, getSchemaPath } from '@nestjs/swagger';

/** Parameters that the markets of a file suggest. */
export class SuggestedParametersDto {
  /**
   * Trading calendar that the markets probably have. The import itself uses the parameter `calendarCode`.
   * @example "24/5"
   */
  readonly calendarCode!: string;
}

/** The suggestion of an import and of its preview. */
export const Suggested = () =>
  ApiProperty({ allOf: [{ $ref: getSchemaPath(SuggestedParametersDto) }], nullable: true, example: null });
