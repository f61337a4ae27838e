import { expect, test } from 'vitest';
import * as accounts from '#features/accounts/rules/limits.ts';
import * as farms from '#features/farms/rules/limits.ts';
import * as orders from '#features/orders/rules/limits.ts';
import * as photos from '#features/photos/rules/limits.ts';
import * as places from '#features/places/rules/limits.ts';
import * as products from '#features/products/rules/limits.ts';
import * as platform from '#platform/rules/limits.ts';

const limits = { ...platform, ...accounts, ...farms, ...orders, ...photos, ...places, ...products };

const quoted: [string, Partial<typeof limits>][] = [
  ['OTP length 6 digits; validity 600 seconds', { OTP_LENGTH: 6, OTP_VALIDITY_SECONDS: 600 }],
  ['Landing slideshow: 3 images, 5000 ms interval', { SLIDE_INTERVAL_MILLISECONDS: 5000 }],
  [
    'Redirect after buyer verification 2000 ms; logout redirect delay 1 s; session-expired redirect 2 s',
    {
      SIGNUP_REDIRECT_MILLISECONDS: 2000,
      LOGOUT_REDIRECT_MILLISECONDS: 1000,
      SESSION_EXPIRED_REDIRECT_MILLISECONDS: 2000,
    },
  ],
  [
    'Password minimum: 8 on buyer signup, 6 on login. Name minimum 2',
    { PASSWORD_MIN: 8, LOGIN_PASSWORD_MIN: 6, NAME_MIN: 2 },
  ],
  ['National ID 7 to 8 digits, input limit 20', { NATIONAL_ID_INPUT_MAX: 20 }],
  [
    'Geofence radius slider: 200 to 25000 m in steps of 100, default 500',
    {
      COVERAGE_RADIUS_MIN_METRES: 200,
      COVERAGE_RADIUS_MAX_METRES: 25_000,
      COVERAGE_RADIUS_STEP_METRES: 100,
      COVERAGE_RADIUS_DEFAULT_METRES: 500,
    },
  ],
  [
    "Location proximity default 500 m; adjustment above 50 m is 'acceptable'",
    { PROXIMITY_RADIUS_METRES: 500, ADJUSTMENT_NOTICE_METRES: 50 },
  ],
  [
    'GPS request: high accuracy, 15 s timeout, no cached position',
    { GPS_TIMEOUT_MILLISECONDS: 15_000 },
  ],
  [
    'Kenya bounds: latitude -5 to 5, longitude 34 to 42',
    { KENYA_BOUNDS: { south: -5, north: 5, west: 34, east: 42 } },
  ],
  [
    'Default map centre about latitude -0.0236, longitude 37.9062, zoom 6; zoom 16 after GPS, 15 after a search pick',
    {
      MAP_CENTRE: { latitude: -0.0236, longitude: 37.9062 },
      MAP_ZOOM: 6,
      MAP_ZOOM_AFTER_GPS: 16,
      MAP_ZOOM_AFTER_SEARCH: 15,
    },
  ],
  ['Place search: at most 5 results', { PLACE_SEARCH_RESULTS_MAX: 5 }],
  [
    'Up to 5 photos per product; JPEG quality 0.95; ideal 1920x1080',
    {
      PHOTOS_PER_PRODUCT: 5,
      CAPTURE_JPEG_QUALITY: 0.95,
      CAMERA_IDEAL_PIXELS: { width: 1920, height: 1080 },
    },
  ],
  ['Toast lasts 4 s', { TOAST_MILLISECONDS: 4000 }],
  ['Low stock below 100 units', { LOW_STOCK_BELOW: 100 }],
  ['Overview shows 5 recent orders', { RECENT_ORDERS: 5 }],
];

test.each(quoted)('§9: %s', (_, constants) => expect(limits).toMatchObject(constants));
