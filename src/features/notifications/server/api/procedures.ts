import * as operations from '#notifications/contract.ts';
import { countMyUnread, listNotices, readNotices } from '#notifications/server/inbox.ts';
import { getPreferences, setPreference } from '#notifications/server/preferences.ts';
import * as devices from '#notifications/server/push-devices.ts';
import { mutation, query } from '#platform/server/trpc/procedures.ts';

export const notifications = {
  list: query(operations.listNotices, listNotices),
  unread: query(operations.countUnread, countMyUnread),
  read: mutation(operations.readNotices, readNotices),
  preferences: query(operations.getPreferences, getPreferences),
  setPreferences: mutation(operations.setPreference, setPreference),
};

export const push = {
  key: query(operations.getPushKey, devices.getPushKey),
  devices: query(operations.listDevices, devices.listDevices),
  subscribe: mutation(operations.subscribeDevice, devices.subscribeDevice),
  unsubscribe: mutation(operations.unsubscribeDevice, devices.unsubscribeDevice),
  removeDevice: mutation(operations.removeDevice, devices.removeDevice),
};
