// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepInstallPrompt, takeInstallPrompt } from '#platform/web/session/install-prompt.ts';
import { AskForPush } from '#platform/web/shell/ask-for-push.tsx';
import { OfferInstall } from '#platform/web/shell/offer-install.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const TITLE = 'Keep SokoShamba on your home screen';
keepInstallPrompt();

function browserOffers() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return { event, prompt };
}

describe('the install offer', () => {
  useBrowserStubs();
  afterEach(() => {
    takeInstallPrompt();
    vi.restoreAllMocks();
  });

  test('defers the browser’s own prompt until the press, and is made once', async () => {
    const { event, prompt } = browserOffers();
    expect(event.defaultPrevented).toBe(true);
    const { user, unmount } = await renderScreen(<OfferInstall />);
    await user.click(await screen.findByRole('button', { name: 'Add it' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.queryByText(TITLE)).toBeNull();
    unmount();
    browserOffers();
    await renderScreen(<OfferInstall />);
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test('appears when the browser can install, and remembers "Not now"', async () => {
    const { user, unmount } = await renderScreen(<OfferInstall />);
    expect(screen.queryByText(TITLE)).toBeNull();
    const { prompt } = browserOffers();
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    unmount();
    await renderScreen(<OfferInstall />);
    expect(screen.queryByText(TITLE)).toBeNull();
    expect(prompt).not.toHaveBeenCalled();
  });

  test('gives instructions on an iPhone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)',
    );
    const { user } = await renderScreen(<OfferInstall />);
    expect(
      await screen.findByText('Tap the Share button, then "Add to Home Screen".'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test('is hidden when the app is installed', async () => {
    browserOffers();
    const asInstalled = (media: string) =>
      Object.assign(new EventTarget(), { matches: media.includes('standalone'), media });
    // The part of MediaQueryList that the code uses.
    window.matchMedia = asInstalled as unknown as typeof matchMedia;
    await renderScreen(<OfferInstall />);
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test('takes the place of the notification offer where push is unavailable', async () => {
    browserOffers();
    await renderScreen(<AskForPush instead={<OfferInstall />} />);
    expect(await screen.findByText(TITLE)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Yes, tell me' })).toBeNull();
  });
});
