import { useState } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { useRefreshOrders } from '#farms/web/farmer-data.ts';
import { DISPUTE_ANSWER_MAX, REVIEW_TEXT_MAX } from '#orders/rules/limits.ts';
import { answerDisputeInput, answerReviewInput } from '#orders/rules/order-input.ts';
import { m } from '#text';
import { FormDialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { useIsShown } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { Stars } from '#ui/stars.tsx';
import { saveChange, sayPending } from '#web/offline/lazy-queue.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { QueuedStep } from '../offline.ts';
import { DisputeView } from '../order-parts.tsx';
import type { FarmerOrder } from './order-cells.tsx';

export type StepProps = {
  order: FarmerOrder;
  onClose: () => void;
  onHandedOver?: (order: FarmerOrder) => void;
};

type StepDialogProps<Values extends FieldValues, Input> = {
  title: string;
  text: React.ReactNode;
  confirmLabel: string;
  dismissLabel?: string;
  isDestructive?: boolean;
  form: UseFormReturn<Values, unknown, Input>;
  fields?: readonly FieldPath<Values>[];
  done: string | null;
  onDone?: () => void;
  onClose: () => void;
  children?: React.ReactNode;
} & (
  | { save: (input: Input) => Promise<unknown>; queued?: undefined }
  | { save?: undefined; queued: QueuedStep }
);

const fallbacks = { failed: m.saveFailed, connectionLost: m.offlineUnchanged };

export function StepDialog<Values extends FieldValues, Input extends { orderId: number }>(
  props: StepDialogProps<Values, Input>,
) {
  const {
    title,
    text,
    confirmLabel,
    dismissLabel,
    isDestructive = false,
    form,
    fields = [],
    save,
    queued,
    done,
    onDone,
    onClose,
    children,
  } = props;
  const [banner, setBanner] = useState<string | null>(null);
  const refresh = useRefreshOrders();

  const isShown = useIsShown();

  const saveStep = (input: Input, kind: QueuedStep) => {
    const { orderId: id } = input;
    const entry = { kind, subject: `order:${id}`, input, parts: { id } };
    return saveChange({ entry, isShown });
  };

  const submit = form.handleSubmit(async (input) => {
    try {
      const pending = queued ? await saveStep(input, queued) : null;
      await save?.(input);
      if (pending) sayPending(pending);
      else {
        if (done) showToast('success', done);
        onDone?.();
      }
      onClose();
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
    }
    // The screen may be out of date, also after a refusal. The queue refetches for a pending
    // change.
    if (save) await refresh();
  });

  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      cancelLabel={dismissLabel}
      isDestructive={isDestructive}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <div className="grid gap-2 text-muted">{text}</div>
      {children}
    </FormDialog>
  );
}

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
        label={m.disputeYourAnswer()}
        rows={3}
        maxLength={REVIEW_TEXT_MAX}
        {...fieldOf(form, 'answer')}
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
        {...fieldOf(form, 'answer')}
      />
    </StepDialog>
  );
}
