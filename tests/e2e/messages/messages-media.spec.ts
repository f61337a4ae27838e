import { button, expect, inDialog, link, press, shows, test } from '#tests/e2e/fixtures.ts';
import { choosePhotos, openBoth, openBuyersTalk, speak } from '#tests/e2e/pages/media-talk.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import { makeTalk } from '#tests/e2e/pages/talk.ts';
import config from '#tests/e2e/playwright.config.ts';

const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), ...fakeDevices],
  },
});

test('photos and a voice note arrive in the other browser, and can be opened and played there', async ({
  browser,
  baseURL,
  api,
}) => {
  const talk = await makeTalk(api);
  const { phone, desk } = await openBoth(browser, talk, baseURL);
  await choosePhotos(phone, [1, 2, 3, 4]);
  await shows(phone, 'Up to 3 photos per message.');
  await press(phone, 'Remove photo 3');
  await new MessagesPage(phone).write('As ripe as this?');
  const photos = new MessagesPage(desk).bubble('As ripe as this?').last();
  await expect(photos.getByRole('img')).toHaveCount(2);
  await press(photos, 'Photo 1 of 2: open');
  await shows(desk.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 2' }));
  await inDialog(desk, 'Next').click();
  await shows(desk.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' }));
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);

  await speak(desk);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(new MessagesPage(desk).field).toBeFocused();
  const play = phone.getByRole('button', { name: /Play the voice note, 0:0\d/ });
  await play.click();
  const bar = phone.getByRole('slider', { name: 'Position in the voice note' });
  await expect.poll(async () => Number(await bar.inputValue())).toBeGreaterThan(0.4);
  await expect(play).toBeVisible({ timeout: 20_000 });
  await bar.focus();
  await phone.keyboard.press('End');
  await phone.keyboard.press('ArrowLeft');
  expect(Number(await bar.inputValue())).toBeGreaterThan(0.5);
});

test('a refused microphone says how to allow it, and is off after leaving', async ({
  browser,
  baseURL,
  api,
}) => {
  const phone = await openBuyersTalk(browser, await makeTalk(api), baseURL);
  await phone.evaluate(() => {
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(globalThis, { tracks });
    let isRefused = true;
    devices.getUserMedia = async (constraints) => {
      if (isRefused) {
        isRefused = false;
        throw new DOMException('Permission denied', 'NotAllowedError');
      }
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await press(phone, 'Record a voice note');
  await expect(phone.getByRole('alert')).toContainText(
    'The microphone is not allowed. Tap the icon',
  );
  await press(phone, 'Try again');
  await shows(phone.getByRole('timer'));
  await link(phone, 'All messages').click();
  await button(phone, 'Record a voice note').waitFor({ state: 'detached' });
  const states = () =>
    phone.evaluate(() =>
      (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map((one) => one.readyState),
    );
  await expect.poll(states).toEqual(['ended']);
});
