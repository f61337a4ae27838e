import {
  act,
  fireEvent,
  givenBrowser,
  renderScreen,
  screen,
} from '#tests/setup/web/render-screen.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Toaster } from '#ui/toaster.tsx';

const box = (top: number) => ({ left: 0, right: 300, top, bottom: top + 48 }) as DOMRect;

givenBrowser();
afterEach(() => vi.useRealTimers());

test.each([
  [[100], '108px'],
  [[900, 100, -400], '108px'],
  [Array.from({ length: 12 }, (_, row) => 100 + row * 60), ''],
])(
  'toasts: lie above the buttons in sight, %j from the bottom, as long as there is room',
  async (buttons, bottom) => {
    await renderScreen(
      <>
        {buttons.map((up) => (
          <button key={up} type="button">
            {up}
          </button>
        ))}
        <Toaster />
      </>,
    );
    const region = screen.getByRole('region', { hidden: true });
    Object.assign(region, { showPopover: () => {}, hidePopover: () => {} });
    for (const up of buttons)
      screen.getByText(up).getBoundingClientRect = () => box(innerHeight - up);
    vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(() =>
      box(innerHeight - 48 - Number.parseFloat(region.style.bottom || '80')),
    );
    act(() => showToast('info', 'Added.'));
    expect(region.style.bottom).toBe(bottom);
  },
);

test("toasts: 'A toast notification disappears after 4 seconds', also while it is pointed at", async () => {
  await renderScreen(<Toaster />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => showToast('success', 'Saved.'));
  fireEvent.pointerEnter(screen.getByText('Saved.'));
  act(() => void vi.advanceTimersByTime(3900));
  expect(screen.queryByText('Saved.')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.queryByText('Saved.')).toBeNull();
});
