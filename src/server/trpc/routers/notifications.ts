import { countUnread, listNotices, readNotices } from '#server/modules/notifications/inbox.ts';
import { getPreferences, setPreference } from '#server/modules/notifications/preferences.ts';
import { listDevices, removeDevice, subscribeDevice, unsubscribeDevice } from '#server/modules/notifications/push-devices.ts';
import type { Context } from '#server/trpc/context.ts';
import { router, userProcedure } from '#server/trpc/procedures.ts';
import { listNoticesInput, readNoticesInput, setPreferenceInput } from '#shared/notice-input.ts';
import { removeDeviceInput, subscribeInput, unsubscribeInput } from '#shared/push.ts';

type UserContext = Context & { currentSession: { id: number; userId: number } };
const personOf = ({ currentSession: { id, userId } }: UserContext) => ({ userId, sessionId: id });

/** What a person is told, buyer or farmer. */
export const notifications = router({
  list: userProcedure
    .input(listNoticesInput)
    .query(({ ctx: { db, language, currentSession }, input }) =>
      listNotices(db, { ...input, language, userId: currentSession.userId }),
    ),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx.db, ctx.currentSession.userId)),
  read: userProcedure
    .input(readNoticesInput)
    .mutation(({ ctx, input }) => readNotices(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services)),
  preferences: userProcedure.query(({ ctx }) => getPreferences(ctx.db, ctx.currentSession.userId)),
  setPreferences: userProcedure
    .input(setPreferenceInput)
    .mutation(({ ctx, input }) => setPreference(ctx.db, { ...input, userId: ctx.currentSession.userId })),
});

/** The browsers on which a person is told by web push. */
export const push = router({
  key: userProcedure.query(({ ctx }) => ({ publicKey: ctx.services.webPush.publicKey })),
  devices: userProcedure.query(({ ctx }) => listDevices(ctx.db, personOf(ctx))),
  subscribe: userProcedure
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribeDevice(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
  unsubscribe: userProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribeDevice(ctx.db, { ...input, userId: ctx.currentSession.userId })),
  removeDevice: userProcedure
    .input(removeDeviceInput)
    .mutation(({ ctx, input }) => removeDevice(ctx.db, { ...input, ...personOf(ctx) })),
});
