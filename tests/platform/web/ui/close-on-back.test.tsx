// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

function Filters() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog title="Filters" isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <input />
    </Dialog>
  );
}

describe('Back', () => {
  useBrowserStubs();

  test('closes a dialog on the first page of a visit', async () => {
    history.replaceState({ __TSR_index: 0 }, '');
    await renderScreen(<Filters />);
    await screen.findByText('Filters');
    history.back();
    await waitFor(() => expect(screen.queryByText('Filters')).toBeNull());
    expect(history.state).toEqual({ __TSR_index: 0 });
  });

  test('closes a menu on Android', async () => {
    let goBack = () => {};
    class CloseWatcher {
      set onclose(close: () => void) {
        goBack = close;
      }
      destroy() {}
    }
    vi.stubGlobal('CloseWatcher', CloseWatcher);
    await renderScreen(
      <DisclosureMenu button="More" buttonClassName="" panelClassName="">
        <a href="/prices">Prices</a>
      </DisclosureMenu>,
    );
    const menu = screen.getByText('More').closest('details');
    menu?.setAttribute('open', '');
    menu?.dispatchEvent(new Event('toggle'));
    goBack();
    expect(menu?.open).toBe(false);
    vi.unstubAllGlobals();
  });
});
