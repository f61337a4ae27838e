import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import type { Choice, OrderPageData } from './case-data.ts';

type Option =
  | { kind: 'check'; name: string; label: () => string }
  | { kind: 'small'; name: 'smallPayouts' }
  | { kind: 'position'; name: 'position' };

/** What an operation may be told besides its reason. */
export function optionsOf(does: Choice['does'], order: OrderPageData['order'] | null): Option[] {
  if (does === 'payoutApprove')
    return [
      { kind: 'check', name: 'beforeDisputeWindowEnds', label: m.deskBeforeWindow },
      { kind: 'check', name: 'withoutAskingMpesa', label: m.deskWithoutAsking },
    ];
  if (does === 'payoutPaid' && (order?.payout?.smallOnes ?? 0) > 0)
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
        <PositionField
          isMeasured={Boolean(values.position)}
          onMeasured={(position) => onChange({ ...values, position })}
        />
      );
  }
}

type PositionFieldProps = {
  isMeasured: boolean;
  onMeasured: (position: { latitude: number; longitude: number }) => void;
};

/** Where the visitor stands; the farm's pin moves there. */
function PositionField({ isMeasured, onMeasured }: PositionFieldProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isDenied, setIsDenied] = useState(false);
  const measure = () => {
    setIsBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setIsBusy(false);
        setIsDenied(false);
        onMeasured({ latitude, longitude });
      },
      () => {
        setIsBusy(false);
        setIsDenied(true);
      },
      { enableHighAccuracy: true, timeout: 30_000 },
    );
  };
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={measure}>
        {m.deskUsePosition()}
      </Button>
      <p role="status" className="text-muted text-sm">
        {isDenied ? m.deskNoPosition() : isMeasured ? m.deskPositionTaken() : m.deskPositionHint()}
      </p>
    </div>
  );
}
