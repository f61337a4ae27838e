import { m } from '#shared/text/compiled/messages.js';
import type { FarmerOrder, FarmerStep } from './use-orders.ts';

const labels: Record<FarmerStep, () => string> = {
  confirm: m.orderAccept,
  reject: m.orderReject,
  cancel: m.orderCancel,
  dispatch: m.orderDispatch,
  complete: m.orderComplete,
  notCollected: m.orderNotCollected,
  answer: m.reviewAnswer,
};

/** What the button of a step says. Nothing is dispatched that the buyer comes for. */
export const stepLabel = (step: FarmerStep, { fulfilment }: FarmerOrder): string =>
  step === 'dispatch' && fulfilment === 'collection' ? m.orderReady() : labels[step]();
