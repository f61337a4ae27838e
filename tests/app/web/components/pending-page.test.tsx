// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PendingPage } from '#app/web/pending/pending-page.tsx';
import { loadEntries } from '#platform/web/offline/entries.ts';
import { clearSession, storeSession } from '#platform/web/session/session.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

/** An id of its own, because another test in the same process may have read that person's queue. */
const WANJIKU = 4712;
const user = {
  id: WANJIKU,
  role: 'farmer',
  email: 'w@shamba.example',
  firstName: 'Wanjiku',
  lastName: 'Kamau',
} as const;

describe('the list of pending changes', () => {
  useBrowserStubs();
  beforeEach(() => {
    vi.stubGlobal('indexedDB', undefined);
    storeSession({ token: 'token', user }, { isRemembered: true });
  });
  afterEach(() => {
    clearSession();
    vi.unstubAllGlobals();
  });

  test('does not say that everything is sent before the queue has been read', async () => {
    await renderScreen(<PendingPage />, { 'notifications.unread': () => 0 });
    expect(await screen.findByRole('heading', { name: 'Waiting to be sent' })).toBeTruthy();
    expect(screen.queryByText('Nothing is waiting')).toBeNull();
    await act(() => loadEntries(WANJIKU));
    expect(screen.getByText('Nothing is waiting')).toBeTruthy();
  });
});
