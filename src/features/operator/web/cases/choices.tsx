import { useId, useState } from 'react';
import { deskQueries } from '#features/operator/web/desk-client.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { Choice, OrderPageData } from './case-data.ts';
import { ChoiceForm } from './choice-form.tsx';
import { describeChoice } from './effects.ts';
import { Section } from './section.tsx';

type ChoicesProps = {
  choices: readonly Choice[];
  order?: OrderPageData['order'];
  /** Without a heading of its own. */
  isPlain?: boolean;
};

/** The choices for a case. Pressing one shows its effects, and a button that confirms it. */
export function Choices({ choices, order, isPlain = false }: ChoicesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const formId = useId();
  const keyOf = ({ does, input }: Choice) => `${does} ${JSON.stringify(input)}`;
  const open = choices.find((choice) => keyOf(choice) === chosen);
  const finish = (sentence: string) => {
    setSaid(sentence);
    setChosen(null);
    setReason('');
    void deskQueries.invalidateQueries();
  };
  const content = (
    <div className="grid gap-3">
      {said && <Notice type="success">{said}</Notice>}
      {choices.length === 0 && <p className="text-muted">{m.deskNothingToDo()}</p>}
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={keyOf(choice)}
            size="small"
            variant="secondary"
            aria-expanded={choice === open}
            aria-controls={choice === open ? formId : undefined}
            disabledReason={choice.isAllowed ? undefined : m.deskRoleRefused()}
            onClick={() => setChosen(choice === open ? null : keyOf(choice))}
          >
            {describeChoice(choice, order ?? null).name}
          </Button>
        ))}
      </div>
      {open && (
        <div id={formId}>
          <ChoiceForm
            key={chosen}
            choice={open}
            order={order ?? null}
            reason={reason}
            onReason={setReason}
            onDone={finish}
            onClose={() => setChosen(null)}
          />
        </div>
      )}
    </div>
  );
  return isPlain ? content : <Section title={m.deskToDo()}>{content}</Section>;
}
