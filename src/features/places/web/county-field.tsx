import { type ComponentProps, useId } from 'react';
import { countiesByName } from '#platform/rules/geo/counties.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/**
 * The county's official spelling if the typed text differs from it only in case, spaces or
 * punctuation: "muranga" becomes Murang'a.
 */
function countyFrom(typed: string): string {
  const plain = letters(typed);
  return countiesByName.find((county) => letters(county) === plain) ?? typed;
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/county$/, '');

type CountyFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  value: string;
  onChange: (county: string) => void;
};

/** A county, typed or chosen from the browser's suggestions. */
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
          if (countyFrom(value) !== value) onChange(countyFrom(value));
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
