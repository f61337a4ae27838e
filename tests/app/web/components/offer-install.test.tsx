import { act, givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';
import { AskForPush, OfferInstall } from '#web/device-offers.tsx';
import { keepInstallPrompt, takeInstallPrompt } from '#web/install-prompt.ts';

const TITLE = 'Keep SokoShamba on your home screen';
keepInstallPrompt();

function browserOffers() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return { event, prompt };
}

const isOffered = () => screen.queryByText(TITLE) !== null;

givenBrowser();
afterEach(() => {
  takeInstallPrompt();
  vi.restoreAllMocks();
});

test.each([
  ['Add to home screen', 1],
  ['Not now', 0],
])(
  'the install offer appears when the browser can install, prompts only then, and is made once: "%s"',
  async (answer, prompts) => {
    const { user, unmount } = await renderScreen(<OfferInstall />);
    expect(isOffered()).toBe(false);
    const { event, prompt } = browserOffers();
    expect(event.defaultPrevented).toBe(true);
    await user.click(await screen.findByRole('button', { name: answer }));
    expect(prompt).toHaveBeenCalledTimes(prompts);
    expect(isOffered()).toBe(false);
    unmount();
    browserOffers();
    await renderScreen(<OfferInstall />);
    expect(isOffered()).toBe(false);
  },
);

test('the install offer gives instructions on an iPhone', async () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone);
  const { user } = await renderScreen(<OfferInstall />);
  await screen.findByText('Tap the Share button, then "Add to Home Screen".');
  await press(user, 'OK');
  expect(isOffered()).toBe(false);
});

test('the install offer is hidden when the app is installed', async () => {
  browserOffers();
  const asInstalled = (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes('standalone'), media });
  // The part of MediaQueryList that the code uses.
  window.matchMedia = asInstalled as unknown as typeof matchMedia;
  await renderScreen(<OfferInstall />);
  expect(isOffered()).toBe(false);
});

test('the install offer takes the place of the notification offer where push is unavailable', async () => {
  browserOffers();
  await renderScreen(<AskForPush instead={<OfferInstall />} />);
  await screen.findByText(TITLE);
  expect(screen.queryByRole('button', { name: 'Switch on notifications' })).toBeNull();
});
