import { ADDRESS_MAX, PLACE_NAME_MAX } from '#features/places/rules/limits.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CountyField } from './county-field.tsx';
import { CountyQuestion } from './county-question.tsx';
import type { AddressFields, AddressState } from './use-address-lookup.ts';

export type AddressErrors = Partial<Record<keyof AddressFields, string | undefined>>;

type AddressPartProps = {
  pin: Position | null;
  value: AddressFields | null;
  errors?: AddressErrors | undefined;
  state: AddressState;
  isDegraded: boolean;
  onEdit: (fields: Partial<AddressFields>) => void;
  onRetry: (at: Extract<AddressState, { status: 'failed' }>['at']) => void;
};

/** County, sub-county and address. They are filled in from the map and can be corrected. */
export function AddressPart({
  pin,
  value,
  errors = {},
  state,
  isDegraded,
  onEdit,
  onRetry,
}: AddressPartProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <CountyField
            name="county"
            value={value?.county ?? ''}
            disabled={!value}
            error={errors.county}
            onChange={(county) => onEdit({ county })}
          />
        </div>
        <TextField
          name="subcounty"
          label={m.subcountyLabel()}
          hint={m.subcountyHint()}
          maxLength={PLACE_NAME_MAX}
          value={value?.subcounty ?? ''}
          disabled={!value}
          error={errors.subcounty}
          onChange={(event) => onEdit({ subcounty: event.target.value })}
        />
      </div>
      <CountyQuestion
        pin={pin}
        county={value?.county ?? ''}
        onUse={(county) => onEdit({ county })}
      />
      <TextField
        name="addressDescription"
        label={m.addressLabel()}
        hint={m.addressHint()}
        maxLength={ADDRESS_MAX}
        value={value?.addressDescription ?? ''}
        disabled={!value}
        error={errors.addressDescription}
        onChange={(event) => onEdit({ addressDescription: event.target.value })}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {state.status === 'looking' && m.addressLooking()}
        {state.status === 'idle' && isDegraded && m.placeSourceDegraded()}
      </p>
      {state.status === 'failed' && (
        <Notice type="error">
          <div className="flex flex-wrap items-center gap-3">
            {state.message}
            <Button size="small" variant="secondary" onClick={() => onRetry(state.at)}>
              {m.retry()}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
