import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { ShortenOrder } from '../settlement/shorten-order.tsx';
import { WeighOrder } from '../settlement/weigh-order.tsx';
import { AnswerDispute } from './answer-dispute.tsx';
import { AnswerReview } from './answer-review.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { buyerText } from './order-cells.tsx';
import { RateBuyer } from './rate-buyer.tsx';
import { RejectOrder } from './reject-order.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import type { FarmerOrder, FarmerStep } from './use-orders.ts';

const dialogs = {
  confirm: ConfirmOrder,
  reject: RejectOrder,
  shorten: ShortenOrder,
  cancel: CancelOrder,
  dispatch: DispatchOrder,
  weigh: WeighOrder,
  complete: CompleteOrder,
  notCollected: NotCollected,
  answerDispute: AnswerDispute,
  answer: AnswerReview,
  rateBuyer: RateBuyer,
} as const satisfies Record<FarmerStep, (props: StepProps) => ReactNode>;

export function OrderStep({ step, ...props }: StepProps & { step: FarmerStep }) {
  const StepDialog = dialogs[step];
  return <StepDialog {...props} />;
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

/** The goods are on their way, or ready for collection. */
function DispatchOrder({ order, onClose }: StepProps) {
  const { id, fulfilment } = order;
  const form = useForm({ defaultValues: { orderId: id } });
  const [title, text, done] =
    fulfilment === 'delivery'
      ? [m.orderDispatchTitle, m.orderDispatchText, m.orderDispatchedToast]
      : [m.orderReadyTitle, m.orderReadyText, m.orderReadyToast];
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

const labels: Record<FarmerStep, () => string> = {
  confirm: m.orderAccept,
  reject: m.orderReject,
  shorten: m.orderShorten,
  cancel: m.orderCancel,
  dispatch: m.orderDispatch,
  weigh: m.orderWeigh,
  complete: m.orderComplete,
  notCollected: m.orderNotCollected,
  answerDispute: m.disputeAnswer,
  answer: m.reviewAnswer,
  rateBuyer: m.rateBuyer,
};

/** Whether the order waits for the step, so that it may be the one large button. */
const isAwaited: Record<FarmerStep, boolean> = {
  confirm: true,
  reject: false,
  shorten: false,
  cancel: false,
  dispatch: true,
  weigh: false,
  complete: true,
  notCollected: true,
  answerDispute: true,
  answer: true,
  rateBuyer: false,
};

/**
 * The farmer's next step; undefined if the order waits for someone else or has ended. The server
 * lists the most urgent first. A newer server may list steps that this page does not know.
 */
export const nextStep = ({ steps }: Pick<FarmerOrder, 'steps'>) =>
  steps.find((step) => isAwaited[step]);

/** The label of a step's button. A collected order is "ready", not "dispatched". */
export const stepLabel = (step: FarmerStep, { fulfilment }: FarmerOrder): string =>
  step === 'dispatch' && fulfilment === 'collection' ? m.orderReady() : labels[step]();

/** A step that ends an order, or is not urgent, must not look like the one to take. */
export const stepVariant = (step: FarmerStep): 'primary' | 'secondary' =>
  ['reject', 'shorten', 'weigh', 'cancel', 'notCollected', 'answer'].includes(step)
    ? 'secondary'
    : 'primary';
