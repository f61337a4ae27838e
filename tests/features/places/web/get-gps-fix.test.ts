import { getGpsFix } from '#places/web/get-gps-fix.ts';

type Device = (
  found: PositionCallback,
  failed: PositionErrorCallback,
  options: PositionOptions,
) => void;

function onDevice(getCurrentPosition: Device | null, { isSecureContext = true } = {}) {
  vi.stubGlobal('window', { isSecureContext });
  vi.stubGlobal('navigator', getCurrentPosition ? { geolocation: { getCurrentPosition } } : {});
}
const at =
  (latitude: number, longitude: number, accuracy: number): Device =>
  (found) =>
    found({ coords: { latitude, longitude, accuracy } } as GeolocationPosition);
const failing =
  (code: number): Device =>
  (_, failed) =>
    failed({ code } as GeolocationPositionError);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a GPS fix is requested with high accuracy, for fifteen seconds, and never from a cache', async () => {
  let asked: PositionOptions | undefined;
  onDevice((found, failed, options) => {
    asked = options;
    at(-1.2864, 36.8172, 12)(found, failed, options);
  });
  expect(await getGpsFix()).toMatchObject({
    outcome: 'fixed',
    fix: { latitude: -1.2864, longitude: 36.8172, accuracy: 12, takenAt: expect.any(String) },
  });
  expect(asked).toEqual({ enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 });
});

test.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
  [99, 'unavailable'],
])('GPS error %i is reported as %s', async (code, outcome) => {
  onDevice(failing(code));
  expect(await getGpsFix()).toEqual({ outcome });
});

test('an unsupported browser and a page without https are distinguished', async () => {
  onDevice(null);
  expect(await getGpsFix()).toEqual({ outcome: 'unsupported' });
  onDevice(failing(1), { isSecureContext: false });
  expect(await getGpsFix()).toEqual({ outcome: 'insecure' });
});

test('a position outside the bounds is outside Kenya', async () => {
  onDevice(at(51.5, -0.12, 10));
  expect(await getGpsFix()).toEqual({ outcome: 'outsideKenya' });
});

test.each([
  [Number.NaN, 36.8, 10],
  [-1.28, 36.8, -1],
  [-1.28, 36.8, 1e9],
])('%d, %d within %d m is not a position', async (latitude, longitude, accuracy) => {
  onDevice(at(latitude, longitude, accuracy));
  expect(await getGpsFix()).toEqual({ outcome: 'unavailable' });
});
