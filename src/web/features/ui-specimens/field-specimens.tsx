import { useState } from 'react';
import { COVERAGE_RADIUS_MAX_METRES, COVERAGE_RADIUS_MIN_METRES, COVERAGE_RADIUS_STEP_METRES } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { SliderField } from '#web/ui/form/slider-field.tsx';
import { TextAreaField, TextField } from '#web/ui/form/text-field.tsx';
import { Specimen } from './specimen.tsx';

export function FieldSpecimens() {
  const [metres, setMetres] = useState(COVERAGE_RADIUS_MIN_METRES);
  const options = [
    { value: 'one', label: m.stepProfileTitle() },
    { value: 'two', label: m.stepListTitle() },
  ];
  return (
    <Specimen title={m.demoFields()}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={m.contactEmail()} type="email" autoComplete="email" />
        <TextField label={m.contactEmail()} hint={m.demoHint()} isOptional defaultValue="wanjiku@example.com" />
        <TextField label={m.contactEmail()} error={m.emailInvalid()} defaultValue="wanjiku@" />
        <TextField label={m.contactEmail()} disabled defaultValue="wanjiku@example.com" />
        <SelectField label={m.navHowItWorks()} options={options} placeholder={m.demoChoose()} />
        <SelectField label={m.navHowItWorks()} options={options} error={m.fieldInvalid()} defaultValue="two" />
        <PasswordField label={m.demoPassword()} autoComplete="current-password" />
        <PasswordField label={m.demoPassword()} autoComplete="new-password" error={m.passwordWeak()} defaultValue="shamba" />
        <TextAreaField label={m.demoDescription()} hint={m.demoHint()} />
        <div className="grid content-start gap-2">
          <CheckboxField label={m.demoTick()} defaultChecked />
          <CheckboxField label={m.demoTick()} error={m.termsRequired()} />
        </div>
        <SliderField
          name="specimen"
          label={m.demoRadius()}
          hint={m.demoHint()}
          value={metres}
          onChange={setMetres}
          min={COVERAGE_RADIUS_MIN_METRES}
          max={COVERAGE_RADIUS_MAX_METRES}
          step={COVERAGE_RADIUS_STEP_METRES}
          format={(value) => `${value} m`}
          box={{ label: m.demoMetres(), rangeText: m.coverageRadiusInvalid() }}
          marks={[
            { value: COVERAGE_RADIUS_MIN_METRES, label: m.demoNear() },
            { value: COVERAGE_RADIUS_MAX_METRES, label: m.demoFar() },
          ]}
        />
      </div>
    </Specimen>
  );
}
