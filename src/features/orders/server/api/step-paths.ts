import * as z from 'zod/mini';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { ApiDescription, PathDescription } from '#platform/server/openapi/api-description.ts';
import { buyerOrderAnswer, farmerOrderAnswer } from './order-answers.ts';

/** The path of a step over REST, after `/{id}/`, and its description. */
export type StepPath = Pick<PathDescription, 'summary' | 'details' | 'input' | 'keys'> & {
  path: string;
  errors?: ErrorCode[];
};

/** The steps of one side: all take an Idempotency-Key and answer the order as it is afterwards. */
export const stepPaths = (
  by: 'buyer' | 'farmer',
  steps: Record<string, StepPath>,
): ApiDescription['paths'] =>
  Object.fromEntries(
    Object.values(steps).map(({ path, errors = [], ...step }) => [
      `POST /api/${by}/orders/:id/${path}`,
      {
        by,
        fromPath: { id: 'orderId' },
        idempotencyKey: 'optional',
        answer: z.object({ order: by === 'buyer' ? buyerOrderAnswer : farmerOrderAnswer }),
        errors: ['ORDER_NOT_FOUND', 'STEP_NOT_ALLOWED', 'RESERVATION_OVER', ...errors],
        ...step,
      },
    ]),
  );
