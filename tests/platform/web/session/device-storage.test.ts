import { afterEach, describe, expect, test, vi } from 'vitest';
import { m } from '#platform/rules/text/compiled/messages.js';
import { roomFor, roomIn, sayRoom } from '#platform/web/session/device-storage.ts';

const MB = 1024 * 1024;

afterEach(() => vi.unstubAllGlobals());

describe('storage on the device', () => {
  test('is enough while the browser has much left, and a warning appears before it is used up', () => {
    expect(roomIn({ usage: 100 * MB, quota: 1000 * MB }, 5 * MB)).toBe('enough');
    expect(roomIn({ usage: 960 * MB, quota: 1000 * MB }, 5 * MB)).toBe('nearlyFull');
    expect(roomIn({ usage: 980 * MB, quota: 1000 * MB }, 5 * MB)).toBe('full');
  });

  test('includes what is about to be stored', () => {
    const estimate = { usage: 900 * MB, quota: 1000 * MB };
    expect(roomIn(estimate, 0)).toBe('enough');
    expect(roomIn(estimate, 70 * MB)).toBe('nearlyFull');
    expect(roomIn(estimate, 90 * MB)).toBe('full');
  });

  test('with a small quota still takes something', () => {
    expect(roomIn({ usage: 0, quota: 10 * MB }, 2 * MB)).toBe('enough');
    expect(roomIn({ usage: 9 * MB, quota: 10 * MB }, 0.5 * MB)).toBe('full');
  });

  test('has a message only if something could be lost', () => {
    expect(['enough', 'unknown'].map((room) => sayRoom(room as 'enough' | 'unknown'))).toEqual([
      null,
      null,
    ]);
    expect(sayRoom('nearlyFull')).toBe(m.storageNearlyFull());
    expect(sayRoom('full')).toBe(m.storageFull());
  });

  test('is unknown if the browser does not report it', async () => {
    vi.stubGlobal('navigator', {});
    expect(await roomFor(MB)).toBe('unknown');
    vi.stubGlobal('navigator', {
      storage: { estimate: () => Promise.reject(new TypeError('refused')) },
    });
    expect(await roomFor(MB)).toBe('unknown');
    vi.stubGlobal('navigator', {
      storage: { estimate: async () => ({ usage: 0, quota: 1000 * MB }) },
    });
    expect(await roomFor(MB)).toBe('enough');
  });
});

describe('asking the browser to keep stored data', () => {
  async function freshModule() {
    vi.resetModules();
    return await import('#platform/web/session/device-storage.ts');
  }

  test('is done once, and not if it was granted before', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist } });
    const { askToKeep } = await freshModule();
    expect([await askToKeep(), await askToKeep()]).toEqual([true, true]);
    expect(persist).toHaveBeenCalledTimes(1);

    const again = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persisted: async () => true, persist: again } });
    expect(await (await freshModule()).askToKeep()).toBe(true);
    expect(again).not.toHaveBeenCalled();
  });

  test('returns false without an error if a browser cannot do it', async () => {
    vi.stubGlobal('navigator', {});
    expect(await (await freshModule()).askToKeep()).toBe(false);
    vi.stubGlobal('navigator', {
      storage: { persisted: () => Promise.reject(new TypeError('refused')) },
    });
    expect(await (await freshModule()).askToKeep()).toBe(false);
  });
});
