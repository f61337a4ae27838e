import type { ComponentProps } from 'react';
import { DAY_SECONDS } from '#platform/rules/day.ts';
import { REMEMBERED_SESSION_SECONDS } from '#platform/rules/limits.ts';
import { m } from '#text';
import { CheckboxField } from './checkbox-field.tsx';

export function RememberMe(props: Omit<ComponentProps<typeof CheckboxField>, 'label'>) {
  return (
    <div className="grid">
      <CheckboxField {...props} label={m.rememberMe()} />
      <p className="-mt-1 pl-8.5 text-muted text-sm">
        {m.rememberMeHint({ days: REMEMBERED_SESSION_SECONDS / DAY_SECONDS })}
      </p>
    </div>
  );
}
