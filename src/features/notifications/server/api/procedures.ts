import {
  listNoticesInput,
  readNoticesInput,
  setPreferenceInput,
} from '#features/notifications/rules/notice-input.ts';
import { countUnread, listNotices, readNotices } from '#features/notifications/server/inbox.ts';
import { getPreferences, setPreference } from '#features/notifications/server/preferences.ts';
import {
  listDevices,
  removeDevice,
  subscribeDevice,
  unsubscribeDevice,
} from '#features/notifications/server/push-devices.ts';
import { removeDeviceInput, subscribeInput, unsubscribeInput } from '#platform/rules/push.ts';
import type { Context } from '#platform/server/trpc/context.ts';
import { userProcedure } from '#platform/server/trpc/procedures.ts';

type UserContext = Context & { currentSession: { id: number; userId: number } };
const personOf = ({ currentSession: { id, userId } }: UserContext) => ({ userId, sessionId: id });

/** A user's notices, for buyers and farmers. */
export const notifications = {
  list: userProcedure
    .input(listNoticesInput)
    .query(({ ctx: { db, language, currentSession, services }, input }) =>
      listNotices(db, { ...input, language, userId: currentSession.userId }, services),
    ),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx.db, ctx.currentSession.userId)),
  read: userProcedure
    .input(readNoticesInput)
    .mutation(({ ctx, input }) =>
      readNotices(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services),
    ),
  preferences: userProcedure.query(({ ctx }) => getPreferences(ctx.db, ctx.currentSession.userId)),
  setPreferences: userProcedure
    .input(setPreferenceInput)
    .mutation(({ ctx, input }) =>
      setPreference(ctx.db, { ...input, userId: ctx.currentSession.userId }),
    ),
};

/** The browsers to which a user gets web push. */
export const push = {
  key: userProcedure.query(({ ctx }) => ({ publicKey: ctx.services.webPush.publicKey })),
  devices: userProcedure.query(({ ctx }) => listDevices(ctx.db, personOf(ctx))),
  subscribe: userProcedure
    .input(subscribeInput)
    .mutation(({ ctx, input }) =>
      subscribeDevice(ctx.db, { ...input, ...personOf(ctx) }, ctx.services),
    ),
  unsubscribe: userProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) =>
      unsubscribeDevice(ctx.db, { ...input, userId: ctx.currentSession.userId }),
    ),
  removeDevice: userProcedure
    .input(removeDeviceInput)
    .mutation(({ ctx, input }) => removeDevice(ctx.db, { ...input, ...personOf(ctx) })),
};
