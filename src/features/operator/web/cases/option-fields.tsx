import { useState } from 'react';
import { quantitiesWorth } from '#orders/rules/settlement.ts';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from '#places/web/get-gps-fix.ts';
import { quantityText } from '#products/rules/product-texts.ts';
import { centsOf, parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import type { GpsFix } from '#rules/fields.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { CheckboxField, SelectField, TextField } from '#ui/field.tsx';
import type { Choice, OrderPageData } from '../desk-client.ts';

type Option =
  | { kind: 'check'; name: string; label: () => string }
  | { kind: 'small'; name: 'smallPayouts' }
  | { kind: 'position'; name: 'position' }
  | { kind: 'back'; name: 'lines'; order: OrderPageData['order'] };

export function optionsOf(
  { does, input }: Pick<Choice, 'does' | 'input'>,
  order: OrderPageData['order'] | null,
): Option[] {
  if (does === 'payoutApprove')
    return [
      { kind: 'check', name: 'beforeDisputeWindowEnds', label: m.deskBeforeWindow },
      { kind: 'check', name: 'withoutAskingMpesa', label: m.deskWithoutAsking },
    ];
  const payout = order?.payouts.find(({ id }) => id === input.payoutId);
  if (does === 'payoutPaid' && (payout?.smallOnes ?? 0) > 0)
    return [{ kind: 'small', name: 'smallPayouts' }];
  const goodsBack = { kind: 'check', name: 'areGoodsBack', label: m.deskGoodsBack } as const;
  if (input.end === 'divided' && order) return [{ kind: 'back', name: 'lines', order }, goodsBack];
  if (does === 'endDispute' && input.end === 'cancelled') return [goodsBack];
  if (does === 'visited') return [{ kind: 'position', name: 'position' }];
  return [];
}

type OptionFieldsProps = {
  options: readonly Option[];
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
};

export const OptionFields = ({ options, values, onChange }: OptionFieldsProps) =>
  options.map((option) => (
    <OptionField key={option.name} option={option} values={values} onChange={onChange} />
  ));

type OptionFieldProps = Omit<OptionFieldsProps, 'options'> & { option: Option };

function OptionField({ option, values, onChange }: OptionFieldProps) {
  switch (option.kind) {
    case 'check':
      return (
        <CheckboxField
          label={option.label()}
          checked={values[option.name] === true}
          onChange={(event) =>
            onChange({ ...values, [option.name]: event.target.checked || undefined })
          }
        />
      );
    case 'small':
      return (
        <SelectField
          label={m.deskSmallOnes()}
          placeholder={m.deskChoose()}
          value={String(values.smallPayouts ?? '')}
          options={[
            { value: 'paid', label: m.deskSmallPaid() },
            { value: 'due', label: m.deskSmallDue() },
          ]}
          onChange={(event) =>
            onChange({ ...values, smallPayouts: event.target.value || undefined })
          }
        />
      );
    case 'back':
      return (
        <BackFields
          order={option.order}
          onChange={(lines) => onChange({ ...values, lines: lines.length > 0 ? lines : undefined })}
        />
      );
    case 'position':
      return (
        <PositionButton
          label={m.deskUsePosition()}
          note={values.position ? m.deskPositionTaken() : m.deskPositionHint()}
          onFix={({ latitude, longitude }) =>
            onChange({ ...values, position: { latitude, longitude } })
          }
        />
      );
  }
}

type BackFieldsProps = {
  order: OrderPageData['order'];
  onChange: (kept: { lineId: number; quantity: number }[]) => void;
};

/** How much of each line is refunded. An amount in KES fills these fields in order. */
function BackFields({ order, onChange }: BackFieldsProps) {
  const lines = order.lines.filter(({ finalQuantity }) => finalQuantity > 0);
  const [amount, setAmount] = useState('');
  const [back, setBack] = useState<readonly string[]>([]);
  const enter = (typed: readonly string[]) => {
    setBack(typed);
    onChange(
      lines.flatMap(({ id: lineId, finalQuantity }, at) => {
        const quantity = parseDecimal(typed[at] ?? '') ?? 0;
        if (!(quantity > 0)) return [];
        return [{ lineId, quantity: Math.max(0, roundedToHundredths(finalQuantity - quantity)) }];
      }),
    );
  };
  return (
    <>
      <TextField
        label={m.deskBackKes()}
        inputMode="decimal"
        isOptional
        value={amount}
        onChange={({ target }) => {
          setAmount(target.value);
          const quantities = quantitiesWorth(centsOf(parseDecimal(target.value) ?? 0), lines);
          enter(quantities.map((quantity) => (quantity > 0 ? String(quantity) : '')));
        }}
      />
      {lines.map(({ id, name, unit, finalQuantity }, at) => (
        <TextField
          key={id}
          label={m.deskBackOf({ name, quantity: quantityText(finalQuantity, unit) })}
          inputMode="decimal"
          value={back[at] ?? ''}
          onChange={({ target }) => {
            setAmount('');
            enter(lines.map((_, other) => (other === at ? target.value : (back[other] ?? ''))));
          }}
        />
      ))}
    </>
  );
}

type PositionButtonProps = {
  label: string;
  note: string;
  onFix: (fix: GpsFix) => void;
};

export function PositionButton({ label, note, onFix }: PositionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<GpsFailure | null>(null);
  const measure = async () => {
    setIsBusy(true);
    const measured = await getGpsFix();
    setIsBusy(false);
    setFailure(measured.outcome === 'fixed' ? null : measured.outcome);
    if (measured.outcome === 'fixed') onFix(measured.fix);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void measure()}>
        {label}
      </Button>
      <p role="status" className="text-muted text-sm">
        {failure ? gpsFailureTexts[failure].what() : note}
      </p>
    </div>
  );
}
