// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

describe('toasts', () => {
  useBrowserStubs();
  afterEach(() => vi.useRealTimers());

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
