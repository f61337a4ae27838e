import type { UseFormReturn } from 'react-hook-form';
import { type DayPart, dayParts, wishableDays } from '#features/orders/rules/order-facts.ts';
import type { PlaceOrder } from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortWeekdayText } from '#platform/web/ui/format/date-text.ts';
import { nearDayText } from '#platform/web/ui/format/near-day-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Choice } from './choice.tsx';
import type { CheckoutValues } from './use-checkout-form.ts';

type WishedTimeProps = {
  form: UseFormReturn<CheckoutValues, unknown, PlaceOrder>;
  wishedDay: string;
  wishedPart: string;
};

const partLabels: Record<DayPart, () => string> = {
  morning: m.wishedPartMorning,
  afternoon: m.wishedPartAfternoon,
};

const nearDays = [m.wishedChipToday, m.wishedChipTomorrow];

const chip =
  'shrink-0 rounded-field border-[1.5px] border-edge bg-card px-3.5 has-checked:border-leaf-solid';

/** The buyer's preferred day. It is optional: leaving it open takes no tap. */
export function WishedTime({ form, wishedDay, wishedPart }: WishedTimeProps) {
  const days = wishableDays(new Date());
  // A draft may contain a day that is over by now.
  const chosen = days.find((day) => day === wishedDay) ?? '';
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <fieldset className="min-w-0" aria-describedby="wished-day-hint">
        <legend className="mb-1 font-bold font-heading text-lg leading-snug">
          {m.wishedDayLabel()}{' '}
          <span className="font-normal text-base text-muted">{m.optionalMark()}</span>
        </legend>
        {/* On a phone the days scroll sideways to the edges of the screen. */}
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
          <Choice {...form.register('wishedDay')} value="" checked={chosen === ''} className={chip}>
            <span className="whitespace-nowrap font-semibold">{m.wishedDayAny()}</span>
          </Choice>
          {days.map((day, at) => (
            <Choice
              key={day}
              {...form.register('wishedDay')}
              value={day}
              checked={chosen === day}
              className={classNames(chip, 'min-w-15')}
            >
              <span className="sr-only">{nearDayText(day, at)}</span>
              <span aria-hidden="true" className="text-xs">
                {nearDays[at]?.() ?? shortWeekdayText(day)}
              </span>
              <span aria-hidden="true" className="font-bold tabular-nums">
                {Number(day.slice(-2))}
              </span>
            </Choice>
          ))}
        </div>
        <p id="wished-day-hint" className="text-muted text-sm leading-snug">
          {m.wishedDayHint()}
        </p>
      </fieldset>
      {chosen && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{m.wishedPartLabel()}</legend>
          <div className="grid grid-cols-3 rounded-field border-[1.5px] border-edge bg-card font-semibold *:rounded-[0.625rem] sm:max-w-md">
            <Choice {...form.register('wishedPart')} value="" checked={wishedPart === ''}>
              {m.wishedPartAny()}
            </Choice>
            {dayParts.map((part) => (
              <Choice
                key={part}
                {...form.register('wishedPart')}
                value={part}
                checked={wishedPart === part}
              >
                {partLabels[part]()}
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  );
}
