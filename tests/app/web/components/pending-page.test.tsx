import { PendingPage } from '#app/web/pending/pending-page.tsx';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { act, givenBrowser, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';
import { loadEntries } from '#web/offline/entries.ts';
import { clearSession } from '#web/session.ts';

const WANJIKU = 4712;

givenBrowser();
beforeEach(() => {
  vi.stubGlobal('indexedDB', undefined);
  logInHere(WANJIKU);
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test('the list of pending changes does not say that everything is sent before the queue has been read', async () => {
  await renderScreen(<PendingPage />, { 'notifications.unread': () => 0 });
  expect(await screen.findByRole('heading', { name: 'Waiting to be sent' })).toBeTruthy();
  expect(screen.queryByText('Nothing is waiting')).toBeNull();
  await act(() => loadEntries(WANJIKU));
  expect(screen.getByText('Nothing is waiting')).toBeTruthy();
});
