import { useState } from 'react';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { useIsHydrated } from '#ui/screen-state.ts';
import { wholeMoneyText } from '../rules/price.ts';
import {
  type ChartScale,
  makeScale,
  monthText,
  PLOT,
  type PriceWeek,
  type ReferenceWeek,
  readingTexts,
  referencePrice,
  runsOf,
} from './price-data.tsx';

type PriceChartProps = {
  sentence: string;
  weeks: readonly PriceWeek[];
  reference: readonly ReferenceWeek[];
};

/** In the browser a week can be read by pointing at it or with the arrow keys. */
export function PriceChart({ sentence, weeks, reference }: PriceChartProps) {
  const source = reference[0]?.source;
  const published = reference.filter((row) => row.source === source);
  const scale = makeScale(weeks, published);
  const newest = weeks.findLastIndex(({ asked, paid }) => asked || paid);
  const [read, setRead] = useState(newest);
  if (!scale) return null;
  const week = weeks[read];
  return (
    <div>
      <Legend hasPaid={weeks.some(({ paid }) => paid)} source={source} />
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs tabular-nums">
        <PriceAxis scale={scale} />
        <div className="relative h-64 sm:h-80">
          <svg
            role="img"
            aria-label={m.priceChartLabel({ sentence })}
            viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {scale.ticks.map((tick) => (
              <path
                key={tick}
                d={`M0 ${scale.y(tick)}h${PLOT.width}`}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <AskedLine weeks={weeks} scale={scale} />
            <ReferenceLine weeks={weeks} reference={published} scale={scale} />
            <PaidMarks weeks={weeks} scale={scale} />
            {read >= 0 && (
              <path
                d={`M${scale.x(read)} 0V${PLOT.height}`}
                className="stroke-ink"
                strokeWidth="1"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          <WeekReader weeks={weeks} reference={published} read={read} onRead={setRead} />
        </div>
        <span />
        <MonthAxis weeks={weeks} scale={scale} />
      </div>
      {week && (
        <p className="mt-4 min-h-12 rounded-field bg-sunk px-4 py-2.5 tabular-nums">
          <strong>{m.priceReadingWeek({ day: readingTexts(week, published).day })}</strong>{' '}
          {readingTexts(week, published).text}
        </p>
      )}
    </div>
  );
}

/** A slider for the keyboard and screen readers. */
function WeekReader({
  weeks,
  reference,
  read,
  onRead,
}: Omit<PriceChartProps, 'sentence'> & { read: number; onRead: (week: number) => void }) {
  const isHydrated = useIsHydrated();
  const week = weeks[read];
  if (!isHydrated || !week) return null;
  const { day, text } = readingTexts(week, reference);
  const choose = (at: number) => onRead(Math.max(0, Math.min(weeks.length - 1, at)));
  const steps: Record<string, number> = {
    ArrowLeft: read - 1,
    ArrowDown: read - 1,
    ArrowRight: read + 1,
    ArrowUp: read + 1,
    Home: 0,
    End: weeks.length - 1,
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={m.priceChartSlider()}
      aria-valuemin={1}
      aria-valuemax={weeks.length}
      aria-valuenow={read + 1}
      aria-valuetext={`${m.priceReadingWeek({ day })} ${text}`}
      onKeyDown={(event) => {
        const next = steps[event.key];
        if (next === undefined) return;
        event.preventDefault();
        choose(next);
      }}
      onPointerMove={(event) => choose(weekAt(event, weeks.length))}
      onPointerDown={(event) => choose(weekAt(event, weeks.length))}
      className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
    />
  );
}

function weekAt({ clientX, currentTarget }: React.PointerEvent, count: number) {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.floor((count * (clientX - left)) / width);
}

function PriceAxis({ scale }: { scale: ChartScale }) {
  const widest = wholeMoneyText(scale.ticks.at(-1) ?? 0);
  return (
    <div aria-hidden="true" className="relative text-right">
      <span className="invisible">{widest}</span>
      {scale.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
          style={{ top: `${(100 * scale.y(tick)) / PLOT.height}%` }}
        >
          {wholeMoneyText(tick)}
        </span>
      ))}
    </div>
  );
}

/** On a phone only every other name. */
function MonthAxis({ weeks, scale }: { weeks: readonly PriceWeek[]; scale: ChartScale }) {
  const months = weeks.flatMap(({ week }, at) => {
    const month = monthText(week, getLocale());
    const before = weeks[at - 1];
    return at > 0 && before && monthText(before.week, getLocale()) !== month ? [{ at, month }] : [];
  });
  return (
    <div aria-hidden="true" className="relative mt-1.5 h-5">
      {months.map(({ at, month }, index) => (
        <span
          key={at}
          className={`absolute -translate-x-1/2 ${index % 2 === 1 ? 'max-sm:hidden' : ''}`}
          style={{ left: `${(100 * scale.x(at)) / PLOT.width}%` }}
        >
          {month}
        </span>
      ))}
    </div>
  );
}

function Legend({ hasPaid, source }: { hasPaid: boolean; source: string | undefined }) {
  return (
    <ul className="grid gap-x-6 gap-y-1 text-sm sm:flex sm:flex-wrap">
      <Key text={m.priceAsked()}>
        <path d="M0 8h32" className="stroke-leaf" strokeWidth="3" />
      </Key>
      <Key text={m.priceChartBand()}>
        <path d="M0 8h32" className="stroke-leaf/25" strokeWidth="14" />
      </Key>
      {hasPaid && (
        <Key text={m.pricePaid()}>
          <path d="M0 8h32" className="stroke-soil" strokeWidth="2" strokeDasharray="5 4" />
          <path d="M16 8h0" className="stroke-soil" strokeWidth="8" strokeLinecap="square" />
        </Key>
      )}
      {source && (
        <Key text={m.priceChartReference({ source })}>
          <path
            d="M1 8h32"
            className="stroke-muted"
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray="0 6"
          />
        </Key>
      )}
    </ul>
  );
}

function Key({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 32 16" className="h-4 w-8 shrink-0">
        {children}
      </svg>
      {text}
    </li>
  );
}

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
function AskedLine({ weeks, scale: { x, y } }: SeriesProps) {
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

function PaidMarks({ weeks, scale: { x, y } }: SeriesProps) {
  return runsOf(weeks.map(({ paid }) => paid)).map((run) => (
    <g key={run[0]?.at} className="stroke-soil">
      <path
        d={linePath(run.map(({ at, value }) => [x(at), y(value.median)]))}
        {...stroke}
        strokeWidth="2"
        strokeDasharray="5 4"
      />
      {/* Stretching the drawing does not stretch a zero-length line's caps: a square. */}
      <path
        d={run.map(({ at, value }) => `M${x(at)} ${y(value.median)}h0`).join('')}
        {...stroke}
        strokeWidth="6"
        strokeLinecap="square"
      />
    </g>
  ));
}

function ReferenceLine({
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
