import { useForm } from 'react-hook-form';
import { DISPUTE_ANSWER_MAX } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { type AnswerDispute as Answer, answerDisputeInput } from '#shared/trade/order-input.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { DisputeView } from '#web/features/orders/disputes/dispute-view.tsx';
import { fieldSentence } from '#web/ui/form/field-sentence.ts';
import { TextAreaField } from '#web/ui/form/text-field.tsx';
import { typedResolver } from '#web/ui/form/typed-resolver.ts';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; answer: string };

const resolver = typedResolver<Values, typeof answerDisputeInput>(answerDisputeInput, ({ orderId, answer }) => ({
  orderId,
  // Line breaks are removed, because it is stored as one line.
  answer: answer.replaceAll(/\s+/g, ' '),
}));

/** The farmer's answer to the buyer's report, given once, below the report with its photos. */
export function AnswerDispute({ order, onClose }: StepProps) {
  const answer = trpc.farmer.orders.answerDispute.useMutation();
  const form = useForm<Values, unknown, Answer>({ resolver, defaultValues: { orderId: order.id, answer: '' } });
  return (
    <StepDialog
      title={m.disputeAnswerTitle({ id: order.id })}
      text={<p>{m.disputeAnswerText()}</p>}
      confirmLabel={m.disputeAnswerSend()}
      form={form}
      fields={['answer']}
      save={answer.mutateAsync}
      done={m.disputeAnsweredToast()}
      onClose={onClose}
    >
      {order.dispute && <DisputeView dispute={order.dispute} reader="farmer" />}
      <TextAreaField
        label={m.disputeYourAnswer()}
        rows={4}
        maxLength={DISPUTE_ANSWER_MAX}
        error={fieldSentence(form.formState.errors.answer)}
        {...form.register('answer')}
      />
    </StepDialog>
  );
}
