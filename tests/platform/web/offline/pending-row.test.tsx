// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { kinds } from '#app/web/features.ts';
import { PendingRow } from '#app/web/pending/pending-row.tsx';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { readEntry } from '#platform/web/offline/read-entry.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

registerKinds(kinds);

const stored = {
  key: 'k',
  kind: 'setQuantity',
  subject: 'product:5',
  parts: { name: 'Kale', quantity: 7, unit: 'kg' },
  place: 1,
};

describe('an unreadable entry in the list of pending changes', () => {
  useBrowserStubs();

  test('says what it was and how large it is, and its age if known', async () => {
    const known = await renderScreen(
      <PendingRow
        entry={readEntry({ ...stored, writtenAt: new Date().toISOString() })}
        isBehind={false}
      />,
    );
    expect(screen.getByText('now · 1 kB')).toBeTruthy();
    known.unmount();
    await renderScreen(<PendingRow entry={readEntry(stored)} isBehind={false} />);
    expect(screen.getByText('Quantity of Kale: 7 kg')).toBeTruthy();
    expect(screen.getByText('1 kB')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('cannot read it');
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });
});
