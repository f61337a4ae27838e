// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import {
  isAskedAgain,
  mayAskForPush,
  postponePush,
  readTold,
  renewalOf,
  writeTold,
} from '#platform/web/session/push-told.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 2, 2, 9);
const told = {
  person: 'wanjiru',
  session: 'morning',
  endpoint: 'https://push.example/1',
  at: now - DAY / 2,
};
const here = {
  person: 'wanjiru',
  session: 'morning',
  endpoint: 'https://push.example/1',
  now,
};

afterEach(() => localStorage.clear());

describe('a browser with notifications switched on', () => {
  test('is left alone for a day', () => {
    expect(renewalOf(told, here)).toBe('none');
  });
  test('is renewed after a day, unless it was removed from the list meanwhile', () => {
    expect(renewalOf({ ...told, at: now - DAY }, here)).toBe('ifListed');
    expect(renewalOf({ ...told, at: now + 2 * DAY }, here)).toBe('ifListed');
  });
  test('is assigned to a new session of the same person', () => {
    expect(renewalOf(told, { ...here, session: 'evening' })).toBe('renew');
  });
  test('is registered again with another subscription, or with a lost one', () => {
    expect(renewalOf(told, { ...here, endpoint: 'https://push.example/2' })).toBe('renew');
    expect(renewalOf(told, { ...here, endpoint: null })).toBe('renew');
  });
  test('is released when somebody else is logged in', () => {
    expect(renewalOf(told, { ...here, person: 'achieng', session: 'evening' })).toBe('leave');
  });

  test('remembers its registration until it is switched off', () => {
    writeTold(told);
    expect(readTold()).toEqual(told);
    writeTold(null);
    expect(readTold()).toBeNull();
  });
  test.each(['', '{', '7', '{"person":"wanjiru"}'])('forgets it if storage contains %j', (text) => {
    localStorage.setItem('pushTold', text);
    expect(readTold()).toBeNull();
  });
});

describe('after "Not now"', () => {
  test('the offer is not repeated for 30 days', () => {
    expect(mayAskForPush()).toBe(true);
    postponePush();
    expect(mayAskForPush()).toBe(false);
    expect(isAskedAgain(now - 30 * DAY + 1, now)).toBe(false);
    expect(isAskedAgain(now - 30 * DAY, now)).toBe(true);
  });
});
