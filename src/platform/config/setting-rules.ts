import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, IsNumber, Max, Min, ValidateBy } from 'class-validator';

/**
 * Converts the text of an environment variable to a number. A text that is not a plain decimal number stays a text, and
 * is refused later.
 */
const AsNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  );

export const DecimalNumber = (least: number, most: number) =>
  applyDecorators(AsNumber(), IsNumber(), Min(least), Max(most));

export const WholeNumber = (least: number, most: number) =>
  applyDecorators(AsNumber(), IsInt(), Min(least), Max(most));

export const Allowed = (isAllowed: (value: unknown) => boolean, message: string) =>
  ValidateBy({ name: isAllowed.name, validator: { validate: isAllowed } }, { message });
