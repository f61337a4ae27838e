import { useForm } from 'react-hook-form';
import { DISPUTE_ANSWER_MAX, REVIEW_TEXT_MAX } from '#orders/rules/limits.ts';
import { answerDisputeInput } from '#orders/rules/order-input.ts';
import { answerReviewInput } from '#orders/rules/review.ts';
import { DisputeView } from '#orders/web/reviews/dispute-view.tsx';
import { trpc } from '#platform/web/client/trpc.ts';
import { TextAreaField } from '#platform/web/ui/form/field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { Stars } from '#platform/web/ui/layout/stars.tsx';
import { m } from '#text';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import type { FarmerOrder } from './use-orders.ts';

type Values = { orderId: number; answer: string };

const oneLine = ({ orderId, answer }: Values) => ({
  orderId,
  answer: answer.replaceAll(/\s+/g, ' '),
});
const reviewResolver = typedResolver(answerReviewInput, oneLine);
const disputeResolver = typedResolver(answerDisputeInput, oneLine);

export function AnswerReview({ order, onClose }: StepProps) {
  const answer = trpc.farmer.orders.answerReview.useMutation();
  const form = useForm<Values>({
    resolver: reviewResolver,
    defaultValues: { orderId: order.id, answer: '' },
  });
  return (
    <StepDialog
      title={m.reviewAnswerTitle({ id: order.id })}
      text={<p>{m.reviewAnswerText()}</p>}
      confirmLabel={m.reviewAnswerConfirm()}
      form={form}
      fields={['answer']}
      save={answer.mutateAsync}
      done={m.reviewAnsweredToast()}
      onClose={onClose}
    >
      {order.review && <ReviewView review={order.review} />}
      <TextAreaField
        label={m.reviewAnswerLabel()}
        rows={3}
        maxLength={REVIEW_TEXT_MAX}
        error={fieldSentence(form.formState.errors.answer)}
        {...form.register('answer')}
      />
    </StepDialog>
  );
}

export function ReviewView({
  review: { rating, text, answer },
}: {
  review: NonNullable<FarmerOrder['review']>;
}) {
  return (
    <div className="grid gap-1">
      <Stars rating={rating} />
      {text && <p>{text}</p>}
      {answer && (
        <p className="border-leaf border-l-4 pl-3 text-muted">
          <span className="block font-semibold text-sm">{m.reviewYourAnswer()}</span>
          {answer}
        </p>
      )}
    </div>
  );
}

export function AnswerDispute({ order, onClose }: StepProps) {
  const answer = trpc.farmer.orders.answerDispute.useMutation();
  const form = useForm<Values>({
    resolver: disputeResolver,
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
