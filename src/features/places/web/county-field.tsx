import { type ComponentProps, useId } from 'react';
import { countiesByName, findCounty } from '#platform/rules/geo/counties.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { m } from '#text';

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
