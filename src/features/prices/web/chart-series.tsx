import { type ChartScale, referencePrice, runsOf } from './chart-scale.ts';
import type { PriceWeek, ReferenceWeek } from './price-data.ts';

type SeriesProps = { weeks: readonly PriceWeek[]; scale: ChartScale };

const stroke = {
  fill: 'none',
  vectorEffect: 'non-scaling-stroke',
  strokeLinejoin: 'round',
} as const;
/** A week without neighbours is drawn this wide to each side. */
const ALONE = 4;

const linePath = (points: readonly (readonly [x: number, y: number])[]) =>
  points.length === 1
    ? `M${points[0]?.join(' ')}h0`
    : `M${points.map((point) => point.join(' ')).join('L')}`;

/** The median, in a band that contains the middle half of the farms. */
export function AskedLine({ weeks, scale: { x, y } }: SeriesProps) {
  return runsOf(weeks.map(({ asked }) => asked)).map((run) => {
    const above = run.map(({ at, value }) => [x(at), y(value.high)] as const);
    const below = run.map(({ at, value }) => [x(at), y(value.low)] as const).reverse();
    const band = run.length === 1 ? widened([...above, ...below]) : [...above, ...below];
    return (
      <g key={run[0]?.at}>
        <path d={`${linePath(band)}z`} className="fill-leaf/20" />
        <path
          d={linePath(run.map(({ at, value }) => [x(at), y(value.median)]))}
          {...stroke}
          className="stroke-leaf"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
    );
  });
}

const widened = ([high, low]: (readonly [number, number])[]) =>
  high && low
    ? ([
        [high[0] - ALONE, high[1]],
        [high[0] + ALONE, high[1]],
        [low[0] + ALONE, low[1]],
        [low[0] - ALONE, low[1]],
      ] as const)
    : [];

export function PaidMarks({ weeks, scale: { x, y } }: SeriesProps) {
  return runsOf(weeks.map(({ paid }) => paid)).map((run) => (
    <g key={run[0]?.at} className="stroke-soil">
      <path
        d={linePath(run.map(({ at, value }) => [x(at), y(value.median)]))}
        {...stroke}
        strokeWidth="2"
        strokeDasharray="5 4"
      />
      {/* The drawing is stretched, but the caps of a zero-length line are not, so it stays a
          square. */}
      <path
        d={run.map(({ at, value }) => `M${x(at)} ${y(value.median)}h0`).join('')}
        {...stroke}
        strokeWidth="6"
        strokeLinecap="square"
      />
    </g>
  ));
}

export function ReferenceLine({
  weeks,
  reference,
  scale: { x, y },
}: SeriesProps & { reference: readonly ReferenceWeek[] }) {
  const prices = weeks.map(({ week }) => {
    const row = reference.find((one) => one.week === week);
    return row ? referencePrice(row) : null;
  });
  return runsOf(prices).map((run) => (
    <path
      key={run[0]?.at}
      d={linePath(run.map(({ at, value }) => [x(at), y(value)]))}
      {...stroke}
      className="stroke-muted"
      strokeWidth="3"
      strokeLinecap="round"
      strokeDasharray="0 6"
    />
  ));
}
