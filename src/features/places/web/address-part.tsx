import { useEffect, useId, useState } from 'react';
import { figureText } from '#rules/amounts.ts';
import { type County, countiesByName, findCounty } from '#rules/counties.ts';
import { kilometresWithTenths } from '#rules/geo.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { rpc } from '#web/rpc.ts';
import { ADDRESS_DOUBT_METRES, ADDRESS_MAX, PLACE_NAME_MAX } from '../rules/limits.ts';
import type { AddressFields, AddressState } from './use-picked-location.ts';

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

export function AddressPart(props: AddressPartProps) {
  const { pin, value, state, isDegraded, onEdit, onRetry } = props;
  return (
    <div className="grid gap-3 sm:gap-4">
      <AddressInputs {...props} />
      <CountyQuestion
        pin={pin}
        county={value?.county ?? ''}
        onUse={(county) => onEdit({ county })}
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

function AddressInputs({ value, errors = {}, onEdit }: AddressPartProps) {
  return (
    <div className="grid gap-3 sm:gap-4">
      {value && <p className="text-muted text-sm">{m.addressSuggested()}</p>}
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
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
          maxLength={PLACE_NAME_MAX}
          value={value?.subcounty ?? ''}
          disabled={!value}
          error={errors.subcounty}
          onChange={(event) => onEdit({ subcounty: event.target.value })}
        />
      </div>
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
    </div>
  );
}

type AddressQuestionProps = {
  metres: number | null;
  onKeep: () => void;
  onUsePlace?: (() => void) | undefined;
};

export function AddressQuestion({ metres, onKeep, onUsePlace }: AddressQuestionProps) {
  if (metres === null || metres <= ADDRESS_DOUBT_METRES) return null;
  return (
    <Notice type="info">
      <p>{m.addressQuestion({ distance: figureText(kilometresWithTenths(metres)) })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" variant="secondary" onClick={onKeep}>
          {m.addressKeep()}
        </Button>
        {onUsePlace && (
          <Button size="small" variant="secondary" onClick={onUsePlace}>
            {m.addressUsePlace()}
          </Button>
        )}
      </div>
    </Notice>
  );
}

type CountyQuestionProps = {
  pin: Position | null;
  county: string;
  onUse: (county: string) => void;
};

export function CountyQuestion({ pin, county: typed, onUse }: CountyQuestionProps) {
  const county = findCounty(typed);
  const pinCounty = useFarPinCounty(pin, county);
  if (!county || !pinCounty) return null;
  return (
    <Notice type="info">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0">{m.countyQuestion({ pinCounty, county })}</p>
        <Button size="small" variant="secondary" onClick={() => onUse(pinCounty)}>
          {m.countyUsePin({ pinCounty })}
        </Button>
      </div>
    </Notice>
  );
}

function useFarPinCounty(pin: Position | null, county: County | null) {
  const [answer, setAnswer] = useState<{ asked: string; pinCounty: string | null } | null>(null);
  const { latitude, longitude } = pin ?? {};
  const asked = `${latitude} ${longitude} ${county}`;
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || !county) return;
    let isMeant = true;
    // A plain call, because the sign-up has no query cache. A failure shows no question.
    rpc.places.checkCounty.query({ latitude, longitude, county }).then(
      ({ isFar, pinCounty }) =>
        isMeant && setAnswer({ asked, pinCounty: isFar ? pinCounty : null }),
      () => {},
    );
    return () => {
      isMeant = false;
    };
  }, [latitude, longitude, county, asked]);
  return answer?.asked === asked ? answer.pinCounty : null;
}

type CountyFieldProps = Omit<
  React.ComponentProps<typeof TextField>,
  'label' | 'value' | 'onChange'
> & {
  value: string;
  onChange: (county: string) => void;
};

export function CountyField({ value, onChange, onBlur, ...field }: CountyFieldProps) {
  const listId = useId();
  return (
    <>
      <TextField
        {...field}
        label={m.countyLabel()}
        placeholder={m.countyPlaceholder()}
        list={listId}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={(event) => {
          const county = findCounty(value);
          if (county && county !== value) onChange(county);
          onBlur?.(event);
        }}
      />
      <datalist id={listId}>
        {countiesByName.map((county) => (
          <option key={county} value={county} />
        ))}
      </datalist>
    </>
  );
}
