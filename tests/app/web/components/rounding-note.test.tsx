// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RoundingNote } from '#platform/web/ui/form/rounding-note.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

describe('the rounding note', () => {
  useBrowserStubs();

  test.each([
    ['5.555', 'Rounded to two decimals: 5.56'],
    ['1,200.999', 'Rounded to two decimals: 1,201'],
  ])('%s is shown as rounded', async (text, sentence) => {
    await renderScreen(<RoundingNote text={text} />);
    expect(screen.getByRole('status').textContent).toBe(sentence);
  });

  test.each(['5.55', '', 'many', '-1.234'])('"%s" gets no note', async (text) => {
    await renderScreen(<RoundingNote text={text} />);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
