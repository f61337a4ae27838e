// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakableText } from '#platform/web/ui/format/breakable-text.tsx';

test.each([
  [
    'Code sent to achieng.otieno@shop.example.',
    'Code sent to achieng<wbr>.otieno<wbr>@shop<wbr>.example.',
  ],
  ['Price 62.50 in Nairobi', 'Price 62.50 in Nairobi'],
])('an email address breaks at its separators, and other text as before: %s', (text, html) => {
  const { container } = render(<BreakableText>{text}</BreakableText>);
  expect(container.innerHTML).toBe(html);
  expect(container.textContent).toBe(text);
});
