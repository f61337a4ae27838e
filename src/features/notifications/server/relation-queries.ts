import { QueryBuilder } from 'drizzle-orm/pg-core';
import { notices as noticeTable } from './tables.ts';

export const notices = new QueryBuilder()
  .select({ userId: noticeTable.userId, kind: noticeTable.kind })
  .from(noticeTable)
  .as('notices');
