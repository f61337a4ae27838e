import { Link } from '@tanstack/react-router';
import { moneyText } from '#rules/amounts.ts';
import { daysAfter } from '#rules/day.ts';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { dayText } from '#ui/format.ts';

type Earning = { day: Day; amount: number };

type EarningsCardProps = {
  earnings: readonly Earning[];
  isLink?: boolean;
};

export function EarningsCard({ earnings, isLink = false }: EarningsCardProps) {
  const today = earnings.at(-1)?.day ?? '';
  const monday = mondayOf(today);
  const week = sum(earnings.filter(({ day }) => day >= monday));
  const before = sum(
    earnings.filter(({ day }) => day < monday && day >= daysAfter(monday, -WEEK_DAYS)),
  );
  const all = sum(earnings);
  const figure = moneyText(week);
  return (
    <section className="relative grid grid-cols-1 gap-x-10 gap-y-3 rounded-card bg-forest p-4 text-white has-[a:hover]:shadow-raised sm:p-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] md:items-end">
      <div>
        <h2 className="font-semibold text-white/85">
          {isLink ? (
            <Link
              to="/farmer/dashboard"
              search={{ tab: 'payments' }}
              activeProps={{}}
              className="text-inherit no-underline after:absolute after:inset-0 after:rounded-card"
            >
              {m.earningsWeek()}
            </Link>
          ) : (
            m.earningsWeek()
          )}
        </h2>
        <p
          className={classNames(
            'whitespace-nowrap font-extrabold tabular-nums leading-tight tracking-tight',
            figure.length > LONG_FIGURE ? 'text-3xl' : 'text-4xl sm:text-5xl',
          )}
        >
          {figure}
        </p>
        <p className="text-sm text-white/85">{m.earningsLastWeek({ amount: moneyText(before) })}</p>
      </div>
      {all > 0 && <Chart earnings={earnings} monday={monday} all={all} />}
    </section>
  );
}

const WEEK_DAYS = 7;
/** Up to "KES 123,456": longer figures don't fit a phone of 320 px in the largest type. */
const LONG_FIGURE = 11;

const sum = (earnings: readonly Earning[]) =>
  earnings.reduce((total, { amount }) => total + amount, 0);

function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return daysAfter(day, -((weekday + WEEK_DAYS - 1) % WEEK_DAYS));
}

type ChartProps = { earnings: readonly Earning[]; monday: Day; all: number };

const HEIGHT = 20;
/** A thin line for a day without money, so that the days can be counted. */
const NOTHING = 0.6;
const BAR_WIDTH = 0.68;

function Chart({ earnings, monday, all }: ChartProps) {
  const most = Math.max(...earnings.map(({ amount }) => amount));
  const sentence = m.earningsDays({ count: earnings.length, amount: moneyText(all) });
  return (
    <figure>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${earnings.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-14 w-full sm:h-20"
      >
        {earnings.map(({ day, amount }, index) => {
          const height = amount === 0 ? NOTHING : Math.max(1.5, (amount / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index + (1 - BAR_WIDTH) / 2}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              className={day >= monday ? 'fill-maize' : 'fill-white/45'}
            />
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-3 text-white/85 text-xs tabular-nums">
        <span>{dayText(earnings[0]?.day ?? '')}</span>
        <span className="text-center">{sentence}</span>
        <span>{dayText(earnings.at(-1)?.day ?? '')}</span>
      </figcaption>
      <table className="sr-only">
        <caption>{sentence}</caption>
        <thead>
          <tr>
            <th scope="col">{m.orderColumnDate()}</th>
            <th scope="col">{m.orderColumnAmount()}</th>
          </tr>
        </thead>
        <tbody>
          {earnings
            .filter(({ amount }) => amount > 0)
            .map(({ day, amount }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{moneyText(amount)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
