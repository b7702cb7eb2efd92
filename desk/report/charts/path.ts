/** Formats a coordinate for a path, rounded to a tenth of a pixel. */
export const at = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A line from point to point. */
export const linePath = (pixels: readonly Pixel[]): string =>
  pixels.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x)},${at(y)}`).join('');

/** A step path: each value is held until the next point. */
export const stepPath = (pixels: readonly Pixel[]): string =>
  pixels.map(({ x, y }, index) => (index === 0 ? `M${at(x)},${at(y)}` : `H${at(x)}V${at(y)}`)).join('');

/** The area between a path and a level. */
export function areaTo(path: string, pixels: readonly Pixel[], level: number): string {
  if (pixels.length === 0) return '';
  return `${path}V${at(level)}H${at(pixels[0]!.x)}Z`;
}

/** Dots, drawn as one path of lines without length. */
export const dotsPath = (pixels: readonly Pixel[]): string =>
  [...new Set(pixels.map(({ x, y }) => `M${at(x)},${at(y)}h0`))].join('');
