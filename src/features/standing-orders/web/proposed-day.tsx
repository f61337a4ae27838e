import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { QuantityPicker } from '#orders/web/cart/add-to-cart.tsx';
import { priceText, quantityText } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, classNames } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { weekdayText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import {
  type ProposedLine as Line,
  lineProblemText,
  type NextDay,
  sayResult,
  standingFailure,
  useChangeProposal,
  useStandingSteps,
} from './use-standing-orders.tsx';

export function ProposedDay({ id, next }: { id: number; next: NextDay }) {
  const { day, version, lines, total, isChangeable } = next;
  const [changes, setChanges] = useState<Record<number, LineChange>>({});
  const change = useChangeProposal();
  const { skip } = useStandingSteps();
  const dayName = weekdayText(day);
  const isChanged = Object.keys(changes).length > 0;

  const save = () =>
    change
      .mutateAsync({
        id,
        day,
        version,
        lines: lines.map(({ lineId, quantity, productId, ceiling }) => ({
          lineId,
          quantity,
          ceiling,
          ...(productId !== null && { productId }),
          ...changes[lineId],
        })),
      })
      .then(
        () => showToast('success', m.standingChangeSaved({ day: dayName })),
        () => {},
      );

  return (
    <section className="grid grid-cols-1 gap-3 rounded-card bg-leaf-soft p-3.5 text-on-leaf-soft">
      <div>
        <h3 className="font-bold text-lg leading-snug">{m.standingSummary({ day: dayName })}</h3>
        <p className="text-sm">
          {isChangeable ? m.standingProposedUntil() : m.standingBeingPlaced()}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-field bg-card px-3 text-ink">
        {lines.map((line) => (
          <ProposedLine
            key={line.lineId}
            line={line}
            change={changes[line.lineId] ?? {}}
            onChange={(one) => {
              change.reset();
              setChanges({ ...changes, [line.lineId]: { ...changes[line.lineId], ...one } });
            }}
            isOpen={isChangeable}
          />
        ))}
      </ul>
      <FormBanner text={standingFailure(change.error)} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {isChanged ? (
          <Button isWide isBusy={change.isPending} onClick={() => void save()}>
            {m.standingChangeSave()}
          </Button>
        ) : (
          <p className="font-bold tabular-nums">
            {total === 0 ? m.standingNothing() : `${m.orderTotal()}: ${moneyText(total)}`}
          </p>
        )}
        {isChangeable && (
          <Button
            variant="secondary"
            size="small"
            isBusy={skip.isPending}
            onClick={() =>
              void sayResult(skip.mutateAsync({ id, day }), m.standingSkipped({ day: dayName }))
            }
          >
            {m.standingSkip()}
          </Button>
        )}
      </div>
    </section>
  );
}

type LineChange = {
  quantity?: number;
  productId?: number;
  ceiling?: number;
  deliveryFee?: number;
};

type ProposedLineProps = {
  line: Line;
  change: LineChange;
  onChange: (change: LineChange) => void;
  isOpen: boolean;
};

export function ProposedLine({ line, change, onChange, isOpen }: ProposedLineProps) {
  const { name, unit, ordered, available } = line;
  const quantity = change.quantity ?? line.quantity;
  const isLeftOut = quantity === 0;
  const isSolved = change.productId || change.ceiling || change.deliveryFee;
  const problem = isSolved ? null : lineProblemText(line);
  return (
    <li className="grid gap-1.5 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <p className={classNames('leading-snug', isLeftOut && 'text-muted')}>
          <span className="block wrap-anywhere font-semibold">{name}</span>
          <span className="block text-sm tabular-nums">
            {isLeftOut ? m.standingLeftOut() : orderedText(line, ordered)}
          </span>
        </p>
        {isOpen && !isLeftOut && (
          // Below the name on a phone, so that the name has the whole width.
          <div className="max-sm:col-span-2 max-sm:row-start-2">
            <QuantityPicker
              label={m.cartQuantityOf({ name })}
              value={quantity}
              most={Math.max(available, line.quantity)}
              unit={unit}
              onChange={(wanted) => onChange({ quantity: wanted })}
            />
          </div>
        )}
        {!isOpen && !isLeftOut && <span>{quantityText(quantity, unit)}</span>}
        {isOpen && (
          <Button
            variant="quiet"
            size="icon"
            className="sm:col-start-3"
            aria-label={isLeftOut ? m.standingPutBack({ name }) : m.standingLeaveOutLine({ name })}
            onClick={() => onChange({ quantity: isLeftOut ? line.usualQuantity : 0 })}
          >
            {isLeftOut ? <Undo2 className="size-5" /> : <X className="size-5" />}
          </Button>
        )}
      </div>
      {problem && !isLeftOut && (
        <div className="grid justify-items-start gap-1.5 rounded-field bg-maize-soft px-3 py-2 text-on-maize-soft text-sm">
          <p>{problem}</p>
          {isOpen && !ordered && <Ways line={line} onChange={onChange} />}
        </div>
      )}
    </li>
  );
}

/** The changes apply to this day only. */
function Ways({ line, onChange }: Pick<ProposedLineProps, 'line' | 'onChange'>) {
  const { alternative, problem, price, deliveryFee, unit } = line;
  return (
    <>
      {alternative && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => onChange({ productId: alternative.productId })}
        >
          {m.standingTakeOther({
            farm: farmTitle(alternative),
            price: priceText(alternative.price, unit),
          })}
        </Button>
      )}
      {problem === 'aboveCeiling' && price !== null && (
        <Button variant="secondary" size="small" onClick={() => onChange({ ceiling: price })}>
          {m.standingTakeDearer({ price: priceText(price, unit) })}
        </Button>
      )}
      {problem === 'dearerDelivery' && deliveryFee !== null && (
        <Button variant="secondary" size="small" onClick={() => onChange({ deliveryFee })}>
          {m.standingTakeDelivery({ fee: moneyText(deliveryFee) })}
        </Button>
      )}
    </>
  );
}

/** "KES 48.00 / kg", with the farm if it is another one. */
function orderedText({ problem, unit, ceiling }: Line, ordered: Line['ordered']): string {
  if (!ordered) return m.standingUpTo({ price: priceText(ceiling, unit) });
  const price = priceText(ordered.price, unit);
  return problem ? m.standingFromOther({ farm: farmTitle(ordered), price }) : price;
}
