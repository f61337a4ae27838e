import * as accounts from '#accounts/rules/limits.ts';
import * as farms from '#farms/rules/farm.ts';
import * as orders from '#orders/rules/limits.ts';
import * as photos from '#photos/rules/photo.ts';
import * as places from '#places/rules/limits.ts';
import * as products from '#products/rules/product-facts.ts';
import * as platform from '#rules/limits.ts';

const limits = { ...platform, ...accounts, ...farms, ...orders, ...photos, ...places, ...products };

const specified: Partial<typeof limits> = {
  OTP_LENGTH: 6,
  OTP_VALIDITY_SECONDS: 600,
  SLIDE_INTERVAL_MILLISECONDS: 5000,
  SIGNUP_REDIRECT_MILLISECONDS: 2000,
  LOGOUT_REDIRECT_MILLISECONDS: 1000,
  SESSION_EXPIRED_REDIRECT_MILLISECONDS: 2000,
  PASSWORD_MIN: 8,
  LOGIN_PASSWORD_MIN: 6,
  NAME_MIN: 2,
  NATIONAL_ID_INPUT_MAX: 20,
  COVERAGE_RADIUS_MIN_METRES: 200,
  COVERAGE_RADIUS_MAX_METRES: 25_000,
  COVERAGE_RADIUS_STEP_METRES: 100,
  COVERAGE_RADIUS_DEFAULT_METRES: 500,
  PROXIMITY_RADIUS_METRES: 500,
  ADJUSTMENT_NOTICE_METRES: 50,
  GPS_TIMEOUT_MILLISECONDS: 15_000,
  KENYA_BOUNDS: { south: -5, north: 5, west: 34, east: 42 },
  MAP_CENTRE: { latitude: -0.0236, longitude: 37.9062 },
  MAP_ZOOM: 6,
  MAP_ZOOM_AFTER_GPS: 16,
  MAP_ZOOM_AFTER_SEARCH: 15,
  PLACE_SEARCH_RESULTS_MAX: 5,
  PHOTOS_PER_PRODUCT: 5,
  CAPTURE_JPEG_QUALITY: 0.95,
  CAMERA_IDEAL_PIXELS: { width: 1920, height: 1080 },
  TOAST_MILLISECONDS: 4000,
  LOW_STOCK_BELOW: 100,
  RECENT_ORDERS: 5,
};

test('the limits are those of §9', () => {
  expect(limits).toMatchObject(specified);
});
