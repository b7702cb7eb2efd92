import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { NumberAxis, PIXELS_OF_A_CHARACTER } from '../../report/charts/axes.js';
import { Chart } from '../../report/charts/chart.js';
import { at } from '../../report/charts/path.js';
import { type Scale, scaleLinear } from '../../report/charts/scale.js';
import { Sized } from '../../report/charts/sized.js';
import { number, plural, short } from '../../report/format.js';
import type { Faces } from '../faces/use-faces.js';
import { shortId } from '../ui/short-id.js';
import { isFarOutside, luckBins, luckDomain, stackedHeights } from './luck-layout.js';

interface LuckPictureProps {
  readonly tries: readonly SelectedTryDto[];
  /** The Sharpe ratio that the best of as many tries without skill is expected to have, a year. */
  readonly expectedBest: number;
  readonly fullName: Faces['fullName'];
}

/** With more tries, the picture is a histogram. */
const MOST_DOTS = 500;

const WIDTH = 900;
const DIAMETER = 9;
/** Room above the dots for the texts beside the line and the best try. */
const TEXTS = 34;
/** Room below the axis for its values and its label. */
const AXIS = 40;
/** Height of the dots or the bars, at most. */
const MOST_HEIGHT = 110;

type Shown = SelectedTryDto & { readonly sharpe: number };

interface DrawingProps extends LuckPictureProps {
  readonly tries: readonly Shown[];
  readonly width: number;
}

/** The tries of a study on the axis of the Sharpe ratio, beside the best that luck alone would produce. */
export function LuckPicture(props: LuckPictureProps) {
  const shown = props.tries.filter((each): each is Shown => each.sharpe !== null);
  if (shown.length === 0) return null;
  return <Sized width={WIDTH}>{(width) => <Drawing {...props} tries={shown} width={width} />}</Sized>;
}

function Drawing({ tries, expectedBest, fullName, width }: DrawingProps) {
  const [left, right] = [12, width - 12];
  const sharpes = tries.map(({ sharpe }) => sharpe);
  const x = scaleLinear(luckDomain(sharpes, expectedBest), [left + DIAMETER, right - DIAMETER]);
  const [low, high] = x.domain();
  const xs = tries.map(({ sharpe }) => x(Math.min(Math.max(sharpe, low), high)));
  const hasDots = tries.length <= MOST_DOTS;
  const levels = hasDots ? stackedHeights(xs.map((each) => each / DIAMETER)) : [];
  const step = Math.min(DIAMETER, MOST_HEIGHT / (1 + Math.max(0, ...levels)));
  const plotted = hasDots ? (1 + Math.max(0, ...levels)) * step : MOST_HEIGHT;
  const plot = { left, right, top: TEXTS, bottom: TEXTS + plotted + DIAMETER };
  const bar = x(expectedBest);
  const bestPlace = Math.max(
    0,
    tries.findIndex(({ verdict }) => verdict !== 'unknown'),
  );
  const best = tries[bestPlace];
  const nameOf = ({ sessionId, name, ended }: Shown): string =>
    name === null || ended === 'deleted'
      ? `session ${shortId(sessionId)}${ended === 'deleted' ? ' (deleted)' : ''}`
      : fullName({ id: sessionId, name });
  return (
    <Chart
      name={`Sharpe ratios of ${plural(tries.length, 'try', 'tries')}; by luck, the best would have ${number(expectedBest)}`}
      width={width}
      height={plot.bottom + AXIS}
    >
      <NumberAxis scale={x} plot={plot} write={short} label="Sharpe ratio a year" />
      <line class="baseline" x1={left} x2={right} y1={at(plot.bottom)} y2={at(plot.bottom)} />
      <line class="observed" x1={at(bar)} x2={at(bar)} y1={4} y2={at(plot.bottom)} />
      <Label x={bar} y={14} width={width}>
        {`luck’s best ${number(expectedBest)}`}
      </Label>
      {hasDots ? (
        <Dots
          tries={tries}
          nameOf={nameOf}
          xs={xs}
          ys={levels.map((level) => plot.bottom - DIAMETER / 2 - 1 - level * step)}
        />
      ) : (
        <Bars sharpes={sharpes} x={x} top={plot.top} bottom={plot.bottom} />
      )}
      {best && (
        <Label x={xs[bestPlace]!} y={Math.min(plot.bottom - DIAMETER - 4, TEXTS)} width={width}>
          {bestText(`${nameOf(best)} `, number(best.sharpe), width)}
        </Label>
      )}
      <FarOutside
        tries={tries}
        expectedBest={expectedBest}
        y={plot.bottom - DIAMETER - 6}
        left={left}
        right={right}
      />
    </Chart>
  );
}

/** Returns the name and the ratio of the best try, or the ratio alone if the picture may be too narrow for both. */
function bestText(name: string, sharpe: string, width: number): string {
  const whole = `best: ${name}${sharpe}`;
  return whole.length * PIXELS_OF_A_CHARACTER < width / 2 ? whole : `best: ${sharpe}`;
}

interface DotsProps {
  readonly tries: readonly Shown[];
  readonly nameOf: (each: Shown) => string;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

function Dots({ tries, nameOf, xs, ys }: DotsProps) {
  return (
    <g>
      {tries.map((each, i) => {
        const [x, y] = [xs[i]!, ys[i]!];
        const title = <title>{`${nameOf(each)}: ${number(each.sharpe)}`}</title>;
        const key = `${each.sessionId} ${each.run}`;
        if (each.ended === 'deleted')
          return (
            <path key={key} class="luck-gone" d={`M${at(x - 3)},${at(y - 3)}l6,6m0,-6l-6,6`}>
              {title}
            </path>
          );
        return (
          <circle
            key={key}
            class={each.verdict === 'unknown' ? 'luck-unknown' : 'luck-judged'}
            cx={at(x)}
            cy={at(y)}
            r={DIAMETER / 2 - 1}
          >
            {title}
          </circle>
        );
      })}
    </g>
  );
}

interface BarsProps {
  readonly sharpes: readonly number[];
  readonly x: Scale;
  readonly top: number;
  readonly bottom: number;
}

function Bars({ sharpes, x, top, bottom }: BarsProps) {
  const bins = luckBins(sharpes, x.domain());
  const y = scaleLinear([0, Math.max(...bins.map(({ count }) => count))], [bottom, top]);
  return (
    <g>
      {bins.map(({ from, to, count }) => (
        <rect
          key={from}
          class="drawn"
          x={at(x(from))}
          width={at(Math.max(1, x(to) - x(from) - 1))}
          y={at(y(count))}
          height={at(bottom - y(count))}
        >
          <title>{`${number(from)} to ${number(to)}: ${plural(count, 'try', 'tries')}`}</title>
        </rect>
      ))}
    </g>
  );
}

interface FarOutsideProps {
  readonly tries: readonly Shown[];
  readonly expectedBest: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** The farthest values that stand at the edges. */
function FarOutside({ tries, expectedBest, y, left, right }: FarOutsideProps) {
  const far = tries.map(({ sharpe }) => sharpe).filter((sharpe) => isFarOutside(sharpe, expectedBest));
  const [least, most] = [Math.min(...far), Math.max(...far)];
  return (
    <g>
      {least < 0 && (
        <text x={left} y={y}>
          {number(least)}
        </text>
      )}
      {most > 0 && (
        <text class="end" x={right} y={y}>
          {number(most)}
        </text>
      )}
    </g>
  );
}

/** A text beside a position, on the side with more room. */
function Label({ x, y, width, children }: { x: number; y: number; width: number; children: string }) {
  const isRight = x > width / 2;
  return (
    <text class={`over strong ${isRight ? 'end' : ''}`} x={at(x + (isRight ? -6 : 6))} y={y}>
      {children}
    </text>
  );
}
