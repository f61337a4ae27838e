import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RetriedPicture } from '#products/web/inventory/product-parts.tsx';

const picture = (url: string) => (
  <RetriedPicture key={url}>
    <img src={url} alt="maize" />
  </RetriedPicture>
);
const shown = () => screen.queryByRole('img', { name: 'maize' });
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a picture that could not be loaded is replaced by a placeholder and retried automatically, at growing intervals', () => {
  const { container } = render(picture('/photos/one.jpg'));
  for (const seconds of [2, 2, 4, 8]) {
    const before = shown();
    if (before) fireEvent.error(before);
    expect(shown()).toBeNull();
    expect(container.querySelector('[aria-hidden]')).not.toBeNull();
    pass(seconds - 1);
    expect(shown()).toBeNull();
    pass(1);
    expect(shown()).not.toBeNull();
    expect(shown()).not.toBe(before);
  }
});

test('a picture that could not be loaded is given up after two minutes, until another picture takes its place', () => {
  const { container, rerender } = render(picture('/photos/one.jpg'));
  for (let failures = 0; failures < 8; failures += 1) {
    const now = shown();
    if (now) fireEvent.error(now);
    pass(60);
  }
  expect(shown()).toBeNull();
  expect(container.innerHTML).toBe('');
  rerender(picture('/photos/two.jpg'));
  expect(shown()?.getAttribute('src')).toBe('/photos/two.jpg');
});
