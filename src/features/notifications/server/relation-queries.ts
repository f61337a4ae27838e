import { QueryBuilder } from 'drizzle-orm/pg-core';
import { notices as noticeTable } from './tables/notices.ts';
import { phoneLines as table } from './tables/sms.ts';

/**
 * The columns of phone lines that other features may join. PostgreSQL plans it like the table
 * itself.
 */
export const phoneLines = new QueryBuilder()
  .select({
    userId: table.userId,
    pinHash: table.pinHash,
    heardAt: table.heardAt,
    simChangedAt: table.simChangedAt,
    numberChangedAt: table.numberChangedAt,
    releasedNumber: table.releasedNumber,
    stoppedAt: table.stoppedAt,
    listedProducts: table.listedProducts,
  })
  .from(table)
  .as('phone_lines');

/** The same of notices. */
export const notices = new QueryBuilder()
  .select({ userId: noticeTable.userId, kind: noticeTable.kind })
  .from(noticeTable)
  .as('notices');
