import { m } from '#shared/text/compiled/messages.js';
import type { FarmerStep } from './use-orders.ts';

/** What the buttons of the steps say. */
export const stepLabels: Record<FarmerStep, () => string> = {
  confirm: m.orderAccept,
  reject: m.orderReject,
  cancel: m.orderCancel,
  dispatch: m.orderDispatch,
  complete: m.orderComplete,
  answer: m.reviewAnswer,
};
