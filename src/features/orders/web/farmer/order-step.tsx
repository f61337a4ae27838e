import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { REASON_MAX } from '#orders/rules/limits.ts';
import {
  cancelOrderInput,
  type RateBuyer as Rating,
  rateBuyerInput,
  rejectOrderInput,
} from '#orders/rules/order-input.ts';
import { RATING_MAX } from '#rules/limits.ts';
import { m } from '#text';
import { CheckboxField, SelectField, TextField } from '#ui/field.tsx';
import { fieldOf, typedResolver } from '#ui/form-state.ts';
import { trpc } from '#web/trpc.ts';
import { CompleteOrder, WeighOrder } from './complete-order.tsx';
import { ConfirmOrder, ShortenOrder } from './confirm-order.tsx';
import { buyerText, type FarmerOrder, type FarmerStep } from './order-cells.tsx';
import { AnswerDispute, AnswerReview, StepDialog, type StepProps } from './step-dialog.tsx';

type Look = { isAwaited: boolean; variant: 'primary' | 'secondary' };
const awaited: Look = { isAwaited: true, variant: 'primary' };
const secondary: Look = { isAwaited: false, variant: 'secondary' };

type Known = Look & { Dialog: (props: StepProps) => React.ReactNode; label: () => string };
const known: Record<FarmerStep, Known> = {
  confirm: { ...awaited, Dialog: ConfirmOrder, label: m.orderAccept },
  reject: { ...secondary, Dialog: RejectOrder, label: m.orderReject },
  shorten: { ...secondary, Dialog: ShortenOrder, label: m.orderShorten },
  cancel: { ...secondary, Dialog: CancelOrder, label: m.orderCancel },
  dispatch: { ...awaited, Dialog: DispatchOrder, label: m.orderDispatch },
  weigh: { ...secondary, Dialog: WeighOrder, label: m.orderWeigh },
  complete: { ...awaited, Dialog: CompleteOrder, label: m.orderComplete },
  notCollected: { ...secondary, isAwaited: true, Dialog: NotCollected, label: m.orderNotCollected },
  answerDispute: { ...awaited, Dialog: AnswerDispute, label: m.disputeAnswer },
  answer: { ...secondary, Dialog: AnswerReview, label: m.reviewAnswer },
  rateBuyer: { ...secondary, variant: 'primary', Dialog: RateBuyer, label: m.rateBuyer },
};

export function OrderStep({ step, ...props }: StepProps & { step: FarmerStep }) {
  const { Dialog } = known[step];
  return <Dialog {...props} />;
}

function NotCollected({ order, onClose }: StepProps) {
  const { id } = order;
  const notCollected = trpc.farmer.orders.notCollected.useMutation();
  const form = useForm({ defaultValues: { orderId: id } });
  return (
    <StepDialog
      isDestructive
      title={m.orderNotCollectedTitle({ id })}
      text={<p>{m.orderNotCollectedText({ buyer: buyerText(order) })}</p>}
      confirmLabel={m.orderNotCollected()}
      form={form}
      save={notCollected.mutateAsync}
      done={m.orderNotCollectedToast({ id })}
      onClose={onClose}
    />
  );
}

function DispatchOrder({ order, onClose }: StepProps) {
  const { id, fulfilment } = order;
  const form = useForm({ defaultValues: { orderId: id } });
  const [title, text, done] =
    fulfilment === 'delivery'
      ? [m.orderDispatchTitle, m.orderDispatchText, m.mailOrderDispatchedSubject]
      : [m.orderReadyTitle, m.orderDispatchText, m.mailOrderReadySubject];
  return (
    <StepDialog
      title={title({ id })}
      text={<p>{text({ buyer: buyerText(order) })}</p>}
      confirmLabel={stepLabel('dispatch', order)}
      form={form}
      queued="dispatchOrder"
      done={done({ id })}
      onClose={onClose}
    />
  );
}

/** The server lists the most urgent first. A newer server may list unknown steps. */
export const stepsOf = ({ steps }: Pick<FarmerOrder, 'steps'>) =>
  steps.filter((step) => step in known);

export const nextStep = (order: Pick<FarmerOrder, 'steps'>) =>
  stepsOf(order).find((step) => known[step].isAwaited);

/** A collected order is "ready", not "dispatched". */
export const stepLabel = (step: FarmerStep, { fulfilment }: FarmerOrder): string =>
  step === 'dispatch' && fulfilment === 'collection' ? m.orderStatusReady() : known[step].label();

export const stepVariant = (step: FarmerStep) => known[step].variant;

type Cancelling = { orderId: number; reason: string };

const cancelResolver = typedResolver<Cancelling, typeof cancelOrderInput>(
  cancelOrderInput,
  ({ orderId, reason }) => ({
    orderId,
    reason: reason || null,
  }),
);

function CancelOrder({ order, onClose }: StepProps) {
  const cancel = trpc.farmer.orders.cancel.useMutation();
  const form = useForm<Cancelling, unknown, z.output<typeof cancelOrderInput>>({
    resolver: cancelResolver,
    defaultValues: { orderId: order.id, reason: '' },
  });
  return (
    <StepDialog
      isDestructive
      title={m.orderCancelTitle({ id: order.id })}
      text={
        <>
          <p>{m.orderRejectText({ buyer: buyerText(order) })}</p>
          {order.paymentStatus === 'paid' && <p>{m.orderCancelPaidText()}</p>}
        </>
      }
      confirmLabel={m.orderCancel()}
      dismissLabel={m.orderKeepButton()}
      form={form}
      fields={['reason']}
      save={cancel.mutateAsync}
      done={m.orderCancelledToast({ id: order.id })}
      onClose={onClose}
    >
      <TextField
        label={m.orderReasonLabel()}
        isOptional
        autoComplete="off"
        maxLength={REASON_MAX}
        {...fieldOf(form, 'reason')}
      />
    </StepDialog>
  );
}

type Rejecting = { orderId: number; reason: string; isNoneLeft: boolean };

const rejectResolver = typedResolver<Rejecting, typeof rejectOrderInput>(
  rejectOrderInput,
  ({ reason, isNoneLeft, ...order }) => ({
    ...order,
    ...(isNoneLeft && { isNoneLeft }),
    reason: reason.trim() || (isNoneLeft ? m.orderNoneLeftReason() : null),
  }),
);

export function RejectOrder({ order, onClose }: StepProps) {
  const form = useForm<Rejecting, unknown, z.output<typeof rejectOrderInput>>({
    resolver: rejectResolver,
    defaultValues: { orderId: order.id, reason: '', isNoneLeft: false },
  });
  return (
    <StepDialog
      isDestructive
      title={m.orderRejectTitle({ id: order.id })}
      text={<p>{m.orderRejectText({ buyer: buyerText(order) })}</p>}
      confirmLabel={m.orderReject()}
      form={form}
      fields={['reason']}
      queued="rejectOrder"
      done={m.orderRejectedToast({ id: order.id })}
      onClose={onClose}
    >
      <CheckboxField
        label={<span className="font-semibold">{m.orderNoneLeft()}</span>}
        {...form.register('isNoneLeft')}
      />
      <TextField
        label={m.orderReasonLabel()}
        isOptional
        autoComplete="off"
        maxLength={REASON_MAX}
        {...fieldOf(form, 'reason')}
      />
    </StepDialog>
  );
}

type Rated = { orderId: number; rating: string };

const rateResolver = typedResolver<Rated, typeof rateBuyerInput>(
  rateBuyerInput,
  ({ orderId, rating }) => ({
    orderId,
    rating: Number(rating),
  }),
);

function RateBuyer({ order, onClose }: StepProps) {
  const rate = trpc.farmer.orders.rateBuyer.useMutation();
  const form = useForm<Rated, unknown, Rating>({
    resolver: rateResolver,
    defaultValues: { orderId: order.id, rating: '' },
  });
  return (
    <StepDialog
      title={m.rateBuyerTitle({ buyer: buyerText(order) })}
      text={<p>{m.rateBuyerText()}</p>}
      confirmLabel={m.rateBuyer()}
      form={form}
      fields={['rating']}
      save={rate.mutateAsync}
      done={m.rateBuyerToast()}
      onClose={onClose}
    >
      <SelectField
        label={m.rateBuyerLabel()}
        placeholder={m.chooseOption()}
        options={stars.map((number) => ({
          value: String(number),
          label: m.ratingStars({ stars: number }),
        }))}
        {...fieldOf(form, 'rating')}
      />
    </StepDialog>
  );
}

const stars = Array.from({ length: RATING_MAX }, (_, index) => RATING_MAX - index);
