import { PositionButton } from '#features/operator/web/position-button.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import type { Choice, OrderPageData } from './case-data.ts';

type Option =
  | { kind: 'check'; name: string; label: () => string }
  | { kind: 'small'; name: 'smallPayouts' }
  | { kind: 'position'; name: 'position' };

/** The options of an operation besides its reason. */
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
