/** Optimal fraction of trades without a loss. The growth of such trades rises without limit. */
export const UNLIMITED = Infinity;

/**
 * Returns the fraction f of the equity that maximises the growth Σ ln(1 + f · x) of one trade after another (Kelly,
 * 1956). Vince's optimal f is this fraction times the greatest loss.
 *
 * The growth is concave. Its derivative Σ x / (1 + f · x) has one root below 1 / |least x|, which is bisected until no
 * double lies between the bounds. The fraction is 0 unless the sum of the results is above 0.
 * @param results x of each trade
 * @param isGain true if the exact sum of the results is above 0
 * @returns `UNLIMITED` if no result is below 0
 */
export function optimalFraction(results: Float64Array, isGain: boolean): number {
  if (!isGain) return 0;
  let least = 0;
  for (let i = 0; i < results.length; i++) if (results[i]! < least) least = results[i]!;
  if (least === 0) return UNLIMITED;
  let [below, above] = [0, 1 / -least];
  for (;;) {
    const middle = (below + above) / 2;
    if (middle <= below || middle >= above) return below;
    let slope = 0;
    for (let i = 0; i < results.length; i++) slope += results[i]! / (1 + middle * results[i]!);
    if (slope > 0) below = middle;
    else above = middle;
  }
}
