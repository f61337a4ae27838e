import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { countMyUnread, getPreferences, listNotices, readNotices, setPreference } from './inbox.ts';
import * as devices from './push.ts';

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
