import { createCamera } from '#photos/web/camera.tsx';

function makeDevice() {
  const log: string[] = [];
  const waiting: { answer: () => void; refuse: (name: string) => void }[] = [];
  let opened = 0;
  const tracks: { ended: () => void }[] = [];
  const openStream = (facing: unknown) => {
    const number = ++opened;
    const listeners: (() => void)[] = [];
    const track = {
      stop: () => log.push(`stop ${number}`),
      addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    };
    tracks.push({ ended: () => listeners.forEach((listener) => void listener()) });
    log.push(`open ${number} ${String(facing)}`);
    return { getTracks: () => [track] } as unknown as MediaStream;
  };
  const getUserMedia = (constraints?: MediaStreamConstraints) =>
    new Promise<MediaStream>((resolve, reject) => {
      const { facingMode } = (constraints?.video ?? {}) as { facingMode: { ideal: string } };
      waiting.push({
        answer: () => resolve(openStream(facingMode.ideal)),
        refuse: (name) => reject(Object.assign(new Error(), { name })),
      });
    });
  const camera = createCamera({ getUserMedia });
  const settle = async (
    end: (request: (typeof waiting)[number]) => void = ({ answer }) => answer(),
  ) => {
    const request = waiting.shift();
    if (!request) throw new Error('The camera was not asked for');
    end(request);
    await new Promise((done) => setImmediate(done));
  };
  return { camera, log, settle, tracks, isAsked: () => waiting.length > 0 };
}

test('the camera is requested only once it is started, the rear one first, and stops before the other starts', async () => {
  const { camera, settle, log, isAsked } = makeDevice();
  expect(isAsked()).toBe(false);
  void camera.start();
  expect(camera.getState().is).toBe('starting');
  await settle();
  expect(camera.getState()).toMatchObject({ is: 'live', facing: 'environment' });
  void camera.switchFacing();
  expect(log).toEqual(['open 1 environment', 'stop 1']);
  await settle();
  expect(log).toEqual(['open 1 environment', 'stop 1', 'open 2 user']);
  expect(camera.getState()).toMatchObject({ is: 'live', facing: 'user' });
});

test('the camera is released when closed, even if the answer arrives only then', async () => {
  const { camera, settle, log } = makeDevice();
  void camera.start();
  await settle();
  camera.stop();
  void camera.start();
  camera.stop();
  await settle();
  expect(log).toEqual(['open 1 environment', 'stop 1', 'open 2 environment', 'stop 2']);
  expect(camera.getState().is).toBe('off');
});

test('of two switches in a row only the last stays open', async () => {
  const { camera, settle, log } = makeDevice();
  void camera.start();
  void camera.switchFacing();
  await settle();
  await settle();
  expect(log).toEqual(['open 1 environment', 'stop 1', 'open 2 user']);
  expect(camera.getState()).toMatchObject({ is: 'live', facing: 'user' });
});

test('the camera is off while the page is hidden and on again afterwards', async () => {
  const { camera, settle, log, isAsked } = makeDevice();
  void camera.start();
  await settle();
  camera.pause();
  camera.pause();
  expect(log).toEqual(['open 1 environment', 'stop 1']);
  expect(isAsked()).toBe(false);
  void camera.resume();
  await settle();
  expect(camera.getState().is).toBe('live');
  camera.stop();
  void camera.resume();
  expect(isAsked()).toBe(false);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'inUse'],
  ['TypeError', 'failed'],
] as const)('%s is reported as %s, and Retry asks again', async (name, problem) => {
  const { camera, settle } = makeDevice();
  void camera.start();
  await settle(({ refuse }) => refuse(name));
  expect(camera.getState()).toEqual({ is: 'failed', problem });
  void camera.start();
  await settle();
  expect(camera.getState().is).toBe('live');
});

test.each([
  ['another app has taken it', ['granted', 'granted'], 'inUse'],
  ['its permission was revoked', ['granted', 'denied'], 'denied'],
])('the camera reports that %s', async (_, answers, problem) => {
  const query = async () => ({ state: answers.shift() });
  vi.stubGlobal('navigator', { permissions: { query } });
  const { camera, settle, tracks } = makeDevice();
  void camera.start();
  await settle();
  tracks[0]?.ended();
  await expect.poll(() => camera.getState()).toEqual({ is: 'failed', problem });
  vi.unstubAllGlobals();
});

test('the camera is not available on a page without https', async () => {
  const camera = createCamera(undefined);
  await camera.start();
  expect(camera.getState()).toEqual({ is: 'failed', problem: 'insecure' });
});
