import { useId, useState } from 'react';
import { deskQueries } from '#features/operator/web/desk-client.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
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

const isPossible = ({ isMoneyGone }: Choice) => !isMoneyGone;

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
        {choices.filter(isPossible).map((choice) => (
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
        <MoneyGone
          names={choices
            .filter((choice) => !isPossible(choice))
            .map((choice) => describeChoice(choice, order ?? null).name)}
        />
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

/** The ends of a dispute that would return money which the farmer has already. */
function MoneyGone({ names }: { names: readonly string[] }) {
  const reasonId = useId();
  if (names.length === 0) return null;
  return (
    <>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-disabled
          aria-describedby={reasonId}
          className={buttonClass({ variant: 'secondary', size: 'small', isDisabled: true })}
        >
          {name}
        </button>
      ))}
      <p id={reasonId} className="w-full text-muted text-sm">
        {m.errorMoneyWithFarmer()}
      </p>
    </>
  );
}
