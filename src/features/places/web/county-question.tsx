import { type ComponentProps, useEffect, useId, useState } from 'react';
import { type County, countiesByName, findCounty } from '#platform/rules/counties.ts';
import type { Position } from '#platform/rules/geo.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/field.tsx';
import { m } from '#text';

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

function useFarPinCounty(pin: Position | null, county: County | null): string | null {
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

type CountyFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
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
