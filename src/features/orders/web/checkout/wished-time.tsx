import type { UseFormReturn } from 'react-hook-form';
import { type DayPart, dayParts, wishableDays } from '#features/orders/rules/order-facts.ts';
import type { PlaceOrder } from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { nearDayText } from '#platform/web/ui/format/near-day-text.ts';
import type { CheckoutValues } from './checkout-values.ts';

type WishedTimeProps = {
  form: UseFormReturn<CheckoutValues, unknown, PlaceOrder>;
  wishedDay: string;
};

const partLabels: Record<DayPart, () => string> = {
  morning: m.wishedPartMorning,
  afternoon: m.wishedPartAfternoon,
};

/** The buyer's preferred day. It is optional: leaving it open takes no tap. */
export function WishedTime({ form, wishedDay }: WishedTimeProps) {
  const days = wishableDays(new Date()).map((day, at) => ({
    value: day,
    label: nearDayText(day, at),
  }));
  const parts = dayParts.map((part) => ({ value: part, label: partLabels[part]() }));
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SelectField
        label={m.wishedDayLabel()}
        hint={m.wishedDayHint()}
        isOptional
        options={days}
        placeholder={m.wishedDayAny()}
        error={fieldSentence(form.formState.errors.wishedDay)}
        {...form.register('wishedDay')}
      />
      {wishedDay && (
        <SelectField
          label={m.wishedPartLabel()}
          options={parts}
          placeholder={m.wishedPartAny()}
          error={fieldSentence(form.formState.errors.wishedPart)}
          {...form.register('wishedPart')}
        />
      )}
    </div>
  );
}
