import { TextField } from '#platform/web/ui/form/field.tsx';
import { m } from '#text';

export const CodeField = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (code: string) => void;
}) => (
  <TextField
    label={m.deskCode()}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={7}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
