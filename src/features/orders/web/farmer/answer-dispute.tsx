import { useForm } from 'react-hook-form';
import { DISPUTE_ANSWER_MAX } from '#features/orders/rules/limits.ts';
import {
  type AnswerDispute as Answer,
  answerDisputeInput,
} from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { DisputeView } from '../disputes/dispute-view.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; answer: string };

const resolver = typedResolver<Values, typeof answerDisputeInput>(
  answerDisputeInput,
  ({ orderId, answer }) => ({
    orderId,
    // Line breaks are removed, because it is stored as one line.
    answer: answer.replaceAll(/\s+/g, ' '),
  }),
);

/** The farmer's answer to the buyer's report, given once, below the report with its photos. */
export function AnswerDispute({ order, onClose }: StepProps) {
  const answer = trpc.farmer.orders.answerDispute.useMutation();
  const form = useForm<Values, unknown, Answer>({
    resolver,
    defaultValues: { orderId: order.id, answer: '' },
  });
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
      {order.dispute && <DisputeView dispute={order.dispute} order={order} reader="farmer" />}
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
