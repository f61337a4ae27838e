import { type FormEvent, useId, useState } from 'react';
import { REASON_MAX, RECEIPT_MAX } from '#operator/rules/limits.ts';
import { deskQueries } from '#operator/web/desk-client.ts';
import { perform } from '#operator/web/perform.ts';
import { centsOf, shillingsOf } from '#platform/rules/money.ts';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/field.tsx';
import { m } from '#text';
import type { Choice, OrderPageData } from './case-data.ts';
import { describeChoice } from './effects.ts';
import { OptionFields, optionsOf } from './option-fields.tsx';
import { Section } from './section.tsx';

const takesReceipt = new Set<Choice['does']>(['refund', 'attemptPaid', 'payoutPaid']);

const isReasonOptional = new Set<Choice['does']>([
  ...takesReceipt,
  'enableOutgoing',
  'enablePayouts',
  'rebuildPrices',
]);

type ChoicesProps = {
  choices: readonly Choice[];
  order?: OrderPageData['order'];
  isPlain?: boolean;
};

const isPossible = ({ isMoneyGone }: Choice) => !isMoneyGone;

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

type ChoiceFormProps = {
  choice: Choice;
  order: OrderPageData['order'] | null;
  /** Kept by the caller while the form is closed. */
  reason: string;
  onReason: (reason: string) => void;
  onDone: (said: string) => void;
  onClose: () => void;
};

function ChoiceForm({ choice, order, onDone, onClose, ...props }: ChoiceFormProps) {
  const { reason, onReason } = props;
  const { does, input, seen, takesTwo } = choice;
  const [typed, setTyped] = useState<Record<string, string>>({
    ...(does === 'attemptPaid' && { amount: String(shillingsOf(Number(input.amountCents))) }),
  });
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const { name, effects, confirm = name } = describeChoice(choice, order, options);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const field = (key: string) => ({
    value: typed[key] ?? '',
    error: errors[key],
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [key]: event.target.value })),
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    setErrors({});
    try {
      const { amount, ...rest } = typed;
      const performed = await perform(does, {
        seen,
        input: {
          ...input,
          ...rest,
          ...options,
          ...((reason.trim() !== '' || !isReasonOptional.has(does)) && { reason }),
          ...(amount !== undefined && { amountCents: centsOf(Number(amount)) }),
        },
      });
      onDone(
        performed.outcome === 'done'
          ? performed.said
          : m.deskRequested({ id: performed.requestId }),
      );
    } catch (error) {
      const read = readFailure(error);
      const wrong = Object.fromEntries(
        Object.entries(read.fieldErrors).map(([path, text]) => [
          path.replace(/^input\./, ''),
          text,
        ]),
      );
      setErrors(wrong);
      const text = sayFailure(read, {
        failed: m.deskNotDone,
        connectionLost: m.deskConnectionLost,
      });
      setFailure(Object.values(wrong).includes(text) ? null : text);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={name}
      className="grid gap-4 rounded-field border border-line bg-paper p-4"
    >
      <h4 className="font-bold">{name}</h4>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {effects.map(([who, effect]) => (
          <div key={who} className="contents">
            <dt className="text-muted">{who}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      {takesTwo && <Notice type="info">{m.deskTakesTwo()}</Notice>}
      {does === 'attemptPaid' && (
        <TextField label={m.deskAmount()} inputMode="decimal" {...field('amount')} />
      )}
      {does === 'newNumber' && (
        <TextField
          label={m.deskNewNumber()}
          type="tel"
          autoComplete="off"
          {...field('newNumber')}
        />
      )}
      {takesReceipt.has(does) && (
        <TextField
          label={m.deskReceipt()}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={RECEIPT_MAX}
          {...field('receipt')}
        />
      )}
      <TextAreaField
        label={m.deskReason()}
        rows={2}
        maxLength={REASON_MAX}
        isOptional={isReasonOptional.has(does)}
        hint={m.deskReasonHint()}
        value={reason}
        error={errors.reason}
        onChange={({ target }) => onReason(target.value)}
      />
      <OptionFields
        options={optionsOf({ does, input }, order)}
        values={options}
        onChange={setOptions}
      />
      <FormBanner text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {takesTwo ? m.deskRequest() : confirm}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.close()}
        </Button>
      </div>
    </form>
  );
}
