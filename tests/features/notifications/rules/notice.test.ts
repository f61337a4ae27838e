import { afterQuietHours } from '#notifications/rules/notice.ts';
import { canonicalEndpoint, isKnownPushService } from '#server/adapters/web-push.ts';

describe('the night in Nairobi, from 21 to 6', () => {
  const at = (time: string) => new Date(`2026-03-02T${time}+03:00`);
  test.each([
    ['20:59:59', '20:59:59'],
    ['06:00:00', '06:00:00'],
    ['00:00:00', '06:00:00'],
    ['05:59:59', '06:00:00'],
  ])('a notification from %s is sent at %s', (from, to) => {
    expect(afterQuietHours(at(from))).toEqual(at(to));
  });

  test('a notification from 21:00 is sent the next morning', () => {
    expect(afterQuietHours(at('21:00:00'))).toEqual(new Date('2026-03-03T06:00:00+03:00'));
    expect(afterQuietHours(at('23:59:59'))).toEqual(new Date('2026-03-03T06:00:00+03:00'));
  });

  test('an urgent notification is sent at once', () => {
    expect(afterQuietHours(at('03:00:00'), { isUrgent: true })).toEqual(at('03:00:00'));
  });
});

test.each([
  'https://android.googleapis.com/gcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://fcm.googleapis.com:443/x',
  'https://fcm.googleapis.com/fcm/send/x:APA91b//y',
  'https://a.b.notify.windows.com/w?token=x',
])('push services: %s is a known push service', (endpoint) => {
  expect(isKnownPushService(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://push.apple.com/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:169.254.169.254]/x',
  'fcm.googleapis.com',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com/\u0000',
  ' https://fcm.googleapis.com/x',
  'https://ｆcm.googleapis.com/x',
  `https://fcm.googleapis.com/${'"'.repeat(900)}`,
  'data:text/plain,https://fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
  'https://fcm.googleapis.com\t.evil.example/x',
])('push services: %s is not a known push service', (endpoint) => {
  expect(isKnownPushService(endpoint)).toBe(false);
});

test.each([
  'https://fcm.googleapis.com//169.254.169.254/x',
  'https://fcm.googleapis.com\\@169.254.169.254/x',
  'https://fcm.googleapis.com/.evil.example/x',
  'https://fcm.googleapis.com/:80@evil.example/x',
  'https://fcm.googleapis.com/%2f%2fevil.example/x',
  'https://fcm.googleapis.com',
  'http://127.0.0.1:4000//evil.example/x',
])('push services: C127: %s is not, because its path begins like another host', (endpoint) => {
  expect(isKnownPushService(endpoint, ['http://127.0.0.1:4000'])).toBe(false);
});

test.each([
  'https://.push.apple.com/x',
  'https://a..push.apple.com/x',
  'https://.fcm.googleapis.com/x',
  'https://web.push.apple.com./x',
  'https://web.push.apple.com.evil.example/x',
  'https://webxpush.apple.com/x',
])(
  'push services: C127: %s is not, because its host has an empty label or is another',
  (endpoint) => {
    expect(isKnownPushService(endpoint)).toBe(false);
  },
);

test('an installation may add its own', () => {
  const own = ['http://127.0.0.1:4000'];
  expect(isKnownPushService('http://127.0.0.1:4000/send/x', own)).toBe(true);
  expect(isKnownPushService('http://127.0.0.1:4001/send/x', own)).toBe(false);
});

test('an endpoint has one canonical spelling', () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/x:APA91b_-Z';
  expect(canonicalEndpoint(endpoint)).toBe(endpoint);
  expect(canonicalEndpoint('HTTPS://FCM.googleapis.com:443/fcm/send/x:APA91b_-Z#again')).toBe(
    endpoint,
  );
});
