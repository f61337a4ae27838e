// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

describe('toasts', () => {
  useBrowserStubs();
  afterEach(() => vi.useRealTimers());

  test('lie above the buttons that they would cover', async () => {
    const box = (top: number, height = 48) =>
      ({ left: 0, right: 300, top, bottom: top + height }) as DOMRect;
    await renderScreen(
      <>
        <button type="button">Place order</button>
        <Toaster />
      </>,
    );
    const region = screen.getByRole('region', { hidden: true });
    Object.assign(region, { showPopover: () => {}, hidePopover: () => {} });
    screen.getByText('Place order').getBoundingClientRect = () => box(innerHeight - 100);
    vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(() =>
      box(innerHeight - 48 - Number.parseFloat(region.style.bottom || '80')),
    );
    act(() => showToast('info', 'Added.'));
    expect(region.style.bottom).toBe('108px');
  });

  test("'A toast notification disappears after 4 seconds', also while it is pointed at", async () => {
    await renderScreen(<Toaster />);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => showToast('success', 'Saved.'));
    fireEvent.pointerEnter(screen.getByText('Saved.'));
    act(() => void vi.advanceTimersByTime(3900));
    expect(screen.queryByText('Saved.')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(100));
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
