import type { Mailer } from '#server/adapters/mailer.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { orderReviewedLetter } from '#server/modules/notifications/order-reviewed-letter.ts';
import { findReviewNotice } from './reviews/queries.ts';

/** The outbox's part of a new review: tells the farmer. */
export async function sendOrderReviewed(
  db: Database,
  { orderId }: { orderId: number },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const notice = await findReviewNotice(db, orderId);
  if (notice) await mailer.send(orderReviewedLetter({ ...notice, to: notice.email, supportEmail: support.email }));
}
