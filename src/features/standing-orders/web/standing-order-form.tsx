import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Order } from '#orders/web/buyer/order.tsx';
import { Choice } from '#orders/web/checkout/choice.tsx';
import { packedText } from '#orders/web/order-texts.ts';
import { oneUnitLabels, priceText, productNameText } from '#products/rules/product-texts.ts';
import { parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';
import { FormDialog } from '#ui/dialog.tsx';
import { FieldError } from '#ui/field.tsx';
import { fieldSentence } from '#ui/form-state.ts';
import { weekdayText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import {
  createStandingOrderInput,
  missingChoices,
  type Weekday,
  type WhenMissing,
  weekdays,
} from '../rules.ts';
import {
  standingFailure,
  termsText,
  useCreateStandingOrder,
  weekdayName,
  weekdayShortName,
} from './use-standing-orders.tsx';

/** Vegetable prices change by about this much from week to week. */
const USUAL_RISE = 1.2;

const missingTexts: Record<WhenMissing, { label: () => string; meaning?: () => string }> = {
  leaveOut: { label: m.standingLeaveOut },
  nearest: { label: m.standingNearest, meaning: m.standingNearestMeaning },
  ask: { label: m.standingAsk, meaning: m.standingAskMeaning },
};

type Errors = Record<string, string | undefined>;

export function StandingOrderForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Weekday[]>([]);
  const [lines, setLines] = useState(() => linesOf(order));
  const [whenMissing, setWhenMissing] = useState<WhenMissing>('leaveOut');
  const [errors, setErrors] = useState<Errors>({});
  const create = useCreateStandingOrder();
  const navigate = useNavigate();

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const given = createStandingOrderInput.safeParse({
      ...inputOf(order),
      weekdays: chosen,
      whenMissing,
      lines: lines.map(({ productId, quantity, typed, unit, netWeightKg }) => ({
        productId,
        quantity,
        ceiling: parseDecimal(typed) ?? Number.NaN,
        unit,
        netWeightKg,
      })),
    });
    if (!given.success) return setErrors(errorsOf(given.error.issues));
    const answer = await create.mutateAsync(given.data).catch(() => null);
    if (!answer) return;
    const day = answer.standingOrders.at(-1)?.next?.day;
    if (day) showToast('success', m.standingStarted({ day: weekdayText(day) }));
    onClose();
    await navigate({ to: '/standing-orders' });
  }

  return (
    <FormDialog
      title={m.standingStart()}
      submitLabel={m.standingSave()}
      cancelLabel={null}
      isBusy={create.isPending}
      onSubmit={submit}
      onChange={() => {
        setErrors({});
        create.reset();
      }}
      banner={standingFailure(create.error)}
      onClose={onClose}
    >
      <WeekdayChoice chosen={chosen} onChange={setChosen} error={errors.weekdays} />
      <CeilingLines lines={lines} onChange={setLines} errors={errors} />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">{m.standingMissingTitle()}</legend>
        <div className="grid grid-cols-3 gap-2">
          {missingChoices.map((one) => (
            <Choice
              key={one}
              name="whenMissing"
              value={one}
              checked={one === whenMissing}
              onChange={() => setWhenMissing(one)}
              className="rounded-field border-[1.5px] border-edge bg-card py-2 font-semibold text-sm has-checked:border-leaf-solid"
            >
              {missingTexts[one].label()}
            </Choice>
          ))}
        </div>
        <p aria-live="polite" className="mt-1.5 text-muted text-sm">
          {missingTexts[whenMissing].meaning?.()}
        </p>
      </fieldset>
      <p className="text-sm">{termsText(order)}</p>
    </FormDialog>
  );
}

type WeekdayChoiceProps = {
  chosen: readonly Weekday[];
  onChange: (chosen: readonly Weekday[]) => void;
  error: string | undefined;
};

function WeekdayChoice({ chosen, onChange, error }: WeekdayChoiceProps) {
  const errorId = 'standing-weekdays-error';
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{m.standingDays()}</legend>
      <div className="mb-1 grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
        {weekdays.map((weekday) => (
          <Choice
            key={weekday}
            type="checkbox"
            aria-label={weekdayName(weekday)}
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              onChange(
                weekdays.filter((one) => (one === weekday ? target.checked : chosen.includes(one))),
              )
            }
            className="rounded-field border-[1.5px] border-edge bg-card font-semibold text-sm has-checked:border-leaf-solid"
          >
            {weekdayShortName(weekday)}
          </Choice>
        ))}
      </div>
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}

/**
 * As ordered, even if the farm had less. A product that it had twice, once at an agreed price, is
 * one line.
 */
function linesOf({ lines }: Order): CeilingLine[] {
  const known = new Map<number, CeilingLine>();
  for (const { productId, price, ...line } of lines) {
    if (productId === null) continue;
    const before = known.get(productId);
    const ordered = line.orderedQuantity ?? line.quantity;
    const sum = roundedToHundredths((before?.quantity ?? 0) + ordered);
    const typed = String(Math.ceil(price * USUAL_RISE));
    known.set(productId, { ...line, productId, quantity: sum, price, typed });
  }
  return [...known.values()];
}

const inputOf = (order: Order) => ({
  fulfilment: order.fulfilment,
  deliveryAddress: order.deliveryAddress,
  latitude: order.latitude,
  longitude: order.longitude,
  paymentMethod: order.paymentMethod,
  note: order.note,
  wishedPart: order.wishedPart,
});

/** By field: "weekdays", and "lines.2" for a line. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const entries = issues.map(({ path, message }) => {
    const field = path[0] === 'lines' ? `lines.${String(path[1])}` : String(path[0]);
    return [field, fieldSentence({ message })] as const;
  });
  return Object.fromEntries(entries.toReversed());
}

type OrderLine = Order['lines'][number];

type CeilingLine = Omit<OrderLine, 'productId'> & { productId: number; typed: string };

type CeilingLinesProps = {
  lines: readonly CeilingLine[];
  onChange: (lines: CeilingLine[]) => void;
  errors: Record<string, string | undefined>;
};

function CeilingLines({ lines, onChange, errors }: CeilingLinesProps) {
  const change = (productId: number, typed: string) =>
    onChange(lines.map((line) => (line.productId === productId ? { ...line, typed } : line)));
  return (
    <div>
      <p className="mb-1.5 text-muted text-sm">{m.standingCeilingMeaning()}</p>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line, at) => {
          const { productId, unit, price, typed } = line;
          const error = errors[`lines.${at}`];
          const [fieldId, errorId] = [`ceiling-${productId}`, `ceiling-${productId}-error`];
          return (
            <li key={productId} className="grid gap-1 py-2.5">
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1 leading-snug">
                  <span className="block wrap-anywhere font-semibold">{productNameText(line)}</span>
                  <span className="block text-muted text-sm">
                    {packedText(line)} · {priceText(price, unit)}
                  </span>
                </p>
                <label htmlFor={fieldId} className="grid w-32 shrink-0 gap-0.5">
                  <span aria-hidden="true" className="text-muted text-xs leading-tight">
                    {m.standingCeilingShort({ unit: oneUnitLabels[unit]() })}
                  </span>
                  <span className="sr-only">{m.standingCeiling({ name: line.name })}</span>
                  <input
                    id={fieldId}
                    type="text"
                    inputMode="decimal"
                    autoComplete="off"
                    value={typed}
                    onChange={({ target }) => change(productId, target.value)}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? errorId : undefined}
                    className="input min-h-11! text-right tabular-nums"
                  />
                </label>
              </div>
              <FieldError id={errorId} text={error} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
