import { NumberAxis, ValueAxis } from '../../report/charts/axes.js';
import { Chart, plotOf } from '../../report/charts/chart.js';
import { at } from '../../report/charts/path.js';
import { scaleLinear } from '../../report/charts/scale.js';
import { Sized } from '../../report/charts/sized.js';
import { number, plural } from '../../report/format.js';

interface RankPictureProps {
  /** The mean rank out of sample for each rank in sample, from 1 on. */
  readonly meanRanks: readonly number[];
}

const WIDTH = 900;
const HEIGHT = 220;
/** Room above the plot for the label of its axis, and below for the label of the other axis. */
const LABEL = 16;
const ROWS = 20;

/** The rank in one half of the days beside the rank in the other half, best ranks on the left and at the top. */
export const RankPicture = ({ meanRanks }: RankPictureProps) => (
  <Sized width={WIDTH}>{(width) => <RankDrawing meanRanks={meanRanks} width={width} />}</Sized>
);

function RankDrawing({ meanRanks, width }: RankPictureProps & { readonly width: number }) {
  const count = meanRanks.length;
  const plot = { ...plotOf({ width, height: HEIGHT - LABEL }), top: 2 * LABEL, left: 44 };
  const room = 0.04 * count;
  const x = scaleLinear([1 - room, count + room], [plot.left, plot.right]);
  const y = scaleLinear([1 - room, count + room], [plot.top, plot.bottom]);
  const middle = (count + 1) / 2;
  return (
    <Chart
      name={`Ranks of ${plural(count, 'session')} in the other half of the days: the winner has ${number(meanRanks[0], 1)} on average`}
      width={width}
      height={HEIGHT}
      table={{
        head: ['Rank in one half', 'Mean rank in the other half'],
        rows: meanRanks.slice(0, ROWS).map((rank, place) => [String(place + 1), number(rank)]),
        ...(count > ROWS && { note: `The first ${ROWS} of ${count} ranks.` }),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={wholeText} ticks={[1, count]} />
      <NumberAxis scale={x} plot={plot} write={wholeText} label="Rank in one half" />
      <text x={4} y={14}>
        Mean rank in the other half
      </text>
      <line class="baseline dashed" x1={plot.left} x2={plot.right} y1={at(y(middle))} y2={at(y(middle))} />
      <text class="end" x={plot.right} y={14}>
        dashed: without skill
      </text>
      {meanRanks.map((rank, place) => (
        <circle
          key={place}
          class={place === 0 ? 'luck-judged' : 'luck-unknown'}
          cx={at(x(place + 1))}
          cy={at(y(rank))}
          r={4}
        >
          <title>{`rank ${place + 1}: ${number(rank)} in the other half`}</title>
        </circle>
      ))}
    </Chart>
  );
}

/** Ranks of the axis are whole numbers. */
const wholeText = (rank: number): string => (Number.isInteger(rank) ? String(rank) : '');
