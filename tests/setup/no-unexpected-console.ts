import { afterEach, beforeEach, expect, vi } from 'vitest';

// What is written to the console is either a failure that nobody looked at or a leak: it fails the
// test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
