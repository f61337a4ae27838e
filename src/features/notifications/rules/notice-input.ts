/* Separate from notice.ts, so that pages don't load zod. */
import * as z from 'zod/mini';
import { CURSOR_MAX, LIST_LIMIT_MAX } from '#platform/rules/limits.ts';
import { listLimit } from '#platform/rules/list-limit.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { noticeChannels, noticeTopics } from './notice.ts';

export const listNoticesInput = z.object({
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid')))),
  limit: listLimit(LIST_LIMIT_MAX),
});
export type ListNotices = z.infer<typeof listNoticesInput>;

export const readNoticesInput = z.object({
  upTo: rowId,
});

export const setPreferenceInput = z.object({
  topic: z.enum(noticeTopics, fieldError('fieldInvalid')),
  channel: z.enum(noticeChannels, fieldError('fieldInvalid')),
  isOn: z.boolean(fieldError('fieldInvalid')),
});
export type SetPreference = z.infer<typeof setPreferenceInput>;
