import { Readable } from 'node:stream';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { statementInput } from '#features/orders/rules/payment.ts';
import { writePaymentReport } from '#features/orders/server/payments/payment-report.ts';
import { requireFarmer, type UploadContext } from '#features/photos/server/receive-upload.ts';
import { answerError } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/** GET /report.pdf?month=2026-03: that month's payments; the default is the current month. */
export const farmerPaymentPaths = new Hono<RequestEnv>().get('/report.pdf', sendPaymentReport);

const reportInput = z.object({ month: z.optional(statementInput.shape.month) });

/** Streamed, so it calls its use case directly. */
async function sendPaymentReport(c: UploadContext) {
  try {
    const { farmerId } = await requireFarmer(c);
    const { db, services, language } = c.get('context');
    const { month } = reportInput.parse({ month: c.req.query('month') });
    const { name, document } = await writePaymentReport(
      db,
      { farmerId, month, language },
      services,
    );
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    // A cast, because Node's and the DOM's types of the same stream differ.
    return c.body(Readable.toWeb(document) as unknown as ReadableStream<Uint8Array>, 200, headers);
  } catch (error) {
    return answerError(c, error);
  }
}
