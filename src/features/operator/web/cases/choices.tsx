import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { REASON_MAX, RECEIPT_MAX } from '#operator/rules/desk-input.ts';
import { centsOf, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { readFailure } from '#web/rpc.ts';
import {
  type Choice,
  deskFailure,
  deskQueries,
  type OrderPageData,
  perform,
} from '../desk-client.ts';
import { Facts, Section } from '../desk-parts.tsx';
import { describeChoice } from './effects.ts';
import { OptionFields, optionsOf } from './option-fields.tsx';

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

export function Choices({ choices, order, isPlain = false }: ChoicesProps) {
  const keyOf = ({ does, input }: Choice) => `${does} ${JSON.stringify(input)}`;
  const [only] = choices;
  const isOnly = !isPlain && choices.length === 1 && only?.isAllowed && !only.isMoneyGone;
  const [chosen, setChosen] = useState(isOnly ? keyOf(only) : null);
  const [said, setSaid] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const finish = (sentence: string) => {
    setSaid(sentence);
    setChosen(null);
    setReason('');
    void deskQueries.invalidateQueries();
  };
  const content = (
    <>
      {said && (
        <Notice type="success" className="mb-3">
          {said}
        </Notice>
      )}
      {choices.length === 0 && <p className="text-muted">{m.deskNothingToDo()}</p>}
      <ul className={isPlain ? 'flex flex-wrap gap-2' : 'grid gap-3'}>
        {choices.map((choice) => (
          <li key={keyOf(choice)} className={keyOf(choice) === chosen ? 'w-full' : undefined}>
            <ChoiceRow
              choice={choice}
              order={order ?? null}
              isWide={!isPlain}
              isOpen={keyOf(choice) === chosen}
              onToggle={(isOpen) => setChosen(isOpen ? keyOf(choice) : null)}
              reason={reason}
              onReason={setReason}
              onDone={finish}
            />
          </li>
        ))}
      </ul>
    </>
  );
  return isPlain ? content : <Section title={m.deskToDo()}>{content}</Section>;
}

type ChoiceRowProps = {
  choice: Choice;
  order: OrderPageData['order'] | null;
  isWide: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  reason: string;
  onReason: (reason: string) => void;
  onDone: (said: string) => void;
};

/** The row shows the effects on the order before its choice is opened. */
function ChoiceRow({ choice, order, isWide, isOpen, onToggle, ...form }: ChoiceRowProps) {
  const effectsId = useId();
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const { name, effects, confirm = name } = describeChoice(choice, order, options);
  const refusal = choice.isMoneyGone
    ? m.errorMoneyWithFarmer()
    : choice.isAllowed
      ? undefined
      : m.deskRoleRefused();
  const isShown = !refusal && effects.length > 0 && (isOpen || order !== null);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        isWide={isWide}
        aria-expanded={isOpen}
        aria-describedby={isShown ? effectsId : undefined}
        disabledReason={refusal}
        onClick={() => onToggle(!isOpen)}
      >
        {name}
      </Button>
      {isShown && (
        <div id={effectsId} className="mt-1.5 text-sm">
          <Facts facts={effects} />
        </div>
      )}
      {isOpen && (
        <ChoiceForm
          {...{ choice, order, name, confirm, options, ...form }}
          onOptions={setOptions}
        />
      )}
    </>
  );
}

type ChoiceFormProps = Omit<ChoiceRowProps, 'isWide' | 'isOpen' | 'onToggle'> & {
  name: string;
  confirm: string;
  options: Record<string, unknown>;
  onOptions: (options: Record<string, unknown>) => void;
};

function ChoiceForm({ choice, order, name, confirm, onDone, ...props }: ChoiceFormProps) {
  const { reason, onReason, options, onOptions } = props;
  const { does, input, seen, takesTwo } = choice;
  const [typed, setTyped] = useState<Record<string, string>>({
    ...(does === 'attemptPaid' && { amount: String(shillingsOf(Number(input.amountCents))) }),
  });
  const performing = useMutation({
    mutationFn: () => {
      const { amount, ...rest } = typed;
      return perform(does, {
        seen,
        input: {
          ...input,
          ...rest,
          ...options,
          ...((reason.trim() !== '' || !isReasonOptional.has(does)) && { reason }),
          ...(amount !== undefined && { amountCents: centsOf(Number(amount)) }),
        },
      });
    },
    onSuccess: onDone,
  });
  const errors = errorsOf(performing.error);
  const failure = deskFailure(performing.error);
  const field = (key: string) => ({
    value: typed[key] ?? '',
    error: errors[key],
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [key]: event.target.value })),
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!performing.isPending) performing.mutate();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={name}
      className="mt-2 grid gap-4 rounded-field border border-line bg-paper p-4"
    >
      {takesTwo && <p>{m.deskTakesTwo()}</p>}
      {does === 'attemptPaid' && (
        <TextField label={m.deskAmount()} inputMode="decimal" {...field('amount')} />
      )}
      {does === 'newNumber' && (
        <TextField label={m.phoneNew()} type="tel" autoComplete="off" {...field('newNumber')} />
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
        label={m.orderReasonLabel()}
        rows={2}
        maxLength={REASON_MAX}
        isOptional={isReasonOptional.has(does)}
        value={reason}
        error={errors.reason}
        onChange={({ target }) => onReason(target.value)}
      />
      <OptionFields
        options={optionsOf({ does, input }, order)}
        values={options}
        onChange={onOptions}
      />
      <FormBanner text={failure && Object.values(errors).includes(failure) ? null : failure} />
      <Button type="submit" isBusy={performing.isPending}>
        {takesTwo ? m.deskRequest() : confirm}
      </Button>
    </form>
  );
}

const errorsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readFailure(error).fieldErrors).map(([path, text]) => [
      path.replace(/^input\./, ''),
      text,
    ]),
  );
