import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const NOT_JUDGED = 'no candles are loaded';

const count = (definition: string, formula: string): MeasureDefinition => ({
  definition,
  formula,
  unit: 'trades',
  undefinedWhen: null,
});

const findings = (name: string) => ({
  certain: count(`Number of ${name}, whatever the bars leave open`, 'number of such findings'),
  possible: count(`Number of ${name} that the bars leave open`, 'number of such findings'),
});

const money = (definition: string, formula: string, undefinedWhen: string): MeasureDefinition => ({
  definition,
  formula,
  unit: 'account currency',
  undefinedWhen,
});

const price = (definition: string, formula: string, undefinedWhen: string | null): MeasureDefinition => ({
  definition,
  formula,
  unit: 'price',
  undefinedWhen,
});

const ONLY_FILLS = 'the finding is none of impossible, no-volume and over-volume';
const ONLY_GAPS = 'the finding is no gap';
const ONLY_MONEY = 'the finding is neither impossible nor a gap';

/** Definitions of the figures of fills, nested like the fields of their response. */
export const FILL_DEFINITIONS = {
  resolution: EXCURSION_DEFINITIONS.resolution,
  ticks: {
    tick: price(
      'Smallest step of the prices of the market',
      '10^−D: D is the most decimals of the bars of the fills or of the fills, whichever is less',
      'no bar of a fill is known',
    ),
  },
  summary: {
    tradeCount: count('Number of trades', 'number of trades'),
    incomplete: count(
      'Number of trades that lack a bar between entry and exit',
      'number of trades that lack a bar',
    ),
    fills: {
      possible: count(
        'Number of fills whose price was traded in the bars in which the fill may lie',
        'number of fills with lowest low ≤ price ≤ highest high',
      ),
      impossible: count(
        'Number of fills whose price was not traded in the bars in which the fill may lie',
        'number of other fills whose bars are all known',
      ),
      unknown: count(
        'Number of fills that cannot be judged, because bars are missing or the times do not fit',
        'number of other fills',
      ),
    },
    favourable: count(
      'Number of impossible fills at a better price than the bars allow',
      'number of impossible fills that favour the trade',
    ),
    adverse: count(
      'Number of impossible fills at a worse price than the bars allow, such as modelled slippage',
      'number of other impossible fills',
    ),
    overstated: money(
      'Sum by which favourable impossible fills improve the result, account currency',
      'Σ |price − nearer edge of the bars| · qty · pointValue over favourable impossible fills',
      NOT_JUDGED,
    ),
    noVolume: count('Number of fills in bars without volume', 'number of fills whose bars have the volume 0'),
    overVolume: count(
      'Number of fills of more than the volume of their bars',
      'number of fills with qty > Σ volume > 0',
    ),
    gaps: {
      ...findings('exits at the stop although the bar opened beyond the stop'),
      min: money(
        'Sum of the lower bounds of the costs of all gaps, account currency',
        'Σ money.min of gaps',
        NOT_JUDGED,
      ),
      max: money(
        'Sum of the upper bounds of the costs of all gaps, account currency',
        'Σ money.max of gaps',
        NOT_JUDGED,
      ),
    },
    stopTouched: findings('trades whose stop was touched before the exit'),
    targetTouched: findings('trades whose target was reached before the exit'),
    sameBar: count('Number of trades whose entry and exit may lie in one bar', 'number of such trades'),
    participation: {
      fills: count(
        'Number of fills whose volume can be judged',
        'number of fills with all bars and Σ volume > 0',
      ),
      max: {
        definition: 'Greatest share of the volume of its bars that a fill takes',
        formula: 'greatest qty / Σ volume',
        unit: 'ratio',
        undefinedWhen: 'no volume can be judged',
      },
    },
  },
  trades: {
    findings: {
      time: {
        definition: 'Open time of the bar of the finding, epoch milliseconds UTC',
        formula: 'minute of the fill, or open of the first bar that touches the level',
        unit: 'milliseconds',
        undefinedWhen: null,
      },
      price: price(
        'Price of the fill, or of the level that was touched',
        'price of the fill or of the level',
        null,
      ),
      low: price('Lowest low of the bars in which the fill may lie', 'lowest low', ONLY_FILLS),
      high: price('Highest high of the bars in which the fill may lie', 'highest high', ONLY_FILLS),
      open: price('Open of the bar that opened beyond the stop', 'open of the bar', ONLY_GAPS),
      money: {
        min: money(
          'Least amount by which the fill improves or worsens the result, account currency',
          '|price − edge or open| · qty · pointValue',
          ONLY_MONEY,
        ),
        max: money(
          'Greatest amount by which the fill improves or worsens the result, account currency',
          '|price − edge or open| · qty · pointValue',
          ONLY_MONEY,
        ),
      },
    },
  },
} as const satisfies MeasureTree;
