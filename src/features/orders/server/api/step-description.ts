import * as z from 'zod/mini';
import { orderIdInput } from '#features/orders/rules/order-input.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { Role } from '#platform/rules/role.ts';
import type { PathDescription } from '#platform/server/openapi/api-description.ts';
import { buyerOrderAnswer, farmerOrderAnswer } from './order-answers.ts';

type Step = Pick<PathDescription, 'summary' | 'details' | 'input' | 'keys'> & {
  errors?: ErrorCode[];
};

/** A step of one order: all take an Idempotency-Key and answer the order as it is afterwards. */
export const stepBy = (by: Role, { errors = [], ...step }: Step): PathDescription => ({
  by,
  input: orderIdInput,
  fromPath: { id: 'orderId' },
  idempotencyKey: 'optional',
  answer: z.object({ order: by === 'buyer' ? buyerOrderAnswer : farmerOrderAnswer }),
  errors: ['ORDER_NOT_FOUND', 'STEP_NOT_ALLOWED', 'RESERVATION_OVER', ...errors],
  ...step,
});
