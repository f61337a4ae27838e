import type { ReactNode } from 'react';
import { AnswerReview } from './answer-review.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { DispatchOrder } from './dispatch-order.tsx';
import { NotCollected } from './not-collected.tsx';
import { RejectOrder } from './reject-order.tsx';
import type { StepProps } from './step-dialog.tsx';
import type { FarmerStep } from './use-orders.ts';

const dialogs = {
  confirm: ConfirmOrder,
  reject: RejectOrder,
  cancel: CancelOrder,
  dispatch: DispatchOrder,
  complete: CompleteOrder,
  notCollected: NotCollected,
  answer: AnswerReview,
} as const satisfies Record<FarmerStep, (props: StepProps) => ReactNode>;

/** The dialog of a step with an order. */
export function OrderStep({ step, ...props }: StepProps & { step: FarmerStep }) {
  const StepDialog = dialogs[step];
  return <StepDialog {...props} />;
}
