import {
  isAskedAgain,
  mayAskForPush,
  postponePush,
  readPushRegistration,
  renewalOf,
  writePushRegistration,
} from '#web/push-device.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 2, 2, 9);
const here = { person: 'wanjiru', session: 'morning', endpoint: 'https://push.example/1', now };
const { now: _, ...registered } = here;
const told = { ...registered, at: now - DAY / 2 };

afterEach(() => localStorage.clear());

describe('a browser with notifications switched on', () => {
  test.each([
    ['left alone for a day', told, here, 'none'],
    ['renewed after a day if it is still listed', { ...told, at: now - DAY }, here, 'ifListed'],
    ['renewed if its clock was set back', { ...told, at: now + 2 * DAY }, here, 'ifListed'],
    ['assigned to a new session', told, { ...here, session: 'evening' }, 'renew'],
    ['registered with another subscription', told, { ...here, endpoint: 'other' }, 'renew'],
    ['registered after a lost subscription', told, { ...here, endpoint: null }, 'renew'],
    ['released by another login', told, { ...here, person: 'achieng', session: 'new' }, 'leave'],
  ])('is %s', (_, before, present, renewal) => {
    expect(renewalOf(before, present)).toBe(renewal);
  });

  test('remembers its registration until it is switched off', () => {
    writePushRegistration(told);
    expect(readPushRegistration()).toEqual(told);
    writePushRegistration(null);
    expect(readPushRegistration()).toBeNull();
  });
  test.each(['', '{', '7', '{"person":"wanjiru"}'])('forgets it if storage contains %j', (text) => {
    localStorage.setItem('pushTold', text);
    expect(readPushRegistration()).toBeNull();
  });
});

test('after "Not now": the offer is not repeated for 30 days', () => {
  expect(mayAskForPush()).toBe(true);
  postponePush();
  expect(mayAskForPush()).toBe(false);
  expect(isAskedAgain(now - 30 * DAY + 1, now)).toBe(false);
  expect(isAskedAgain(now - 30 * DAY, now)).toBe(true);
});
