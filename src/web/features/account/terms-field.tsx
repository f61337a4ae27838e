import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';

type TermsFieldProps = Omit<ComponentProps<typeof CheckboxField>, 'label'>;

/** The box to tick. The two texts open in a tab of their own, so that reading them costs nobody the passwords already typed. */
export function TermsField(props: TermsFieldProps) {
  // In the sentence, what leads to the terms and then to the privacy notice stands in square brackets.
  const [before, terms, between, privacy, after] = m.termsAgree().split(/[[\]]/u);
  return (
    <CheckboxField
      {...props}
      label={
        <>
          {before}
          <Link to="/terms" target="_blank" className="link">
            {terms}
          </Link>
          {between}
          <Link to="/privacy" target="_blank" className="link">
            {privacy}
          </Link>
          {after} <span className="sr-only">{m.opensInNewTab()}</span>
        </>
      }
    />
  );
}
