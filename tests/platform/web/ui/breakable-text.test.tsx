import { render } from '@testing-library/react';
import { BreakableText } from '#ui/contact-text.tsx';

test.each([
  [
    'Code sent to achieng.otieno@shop.example.',
    'Code sent to <span class="inline-block max-w-full">achieng<wbr>.otieno<wbr>@shop<wbr>.example.</span>',
  ],
  [
    'Is 0712 345 678 your number?',
    'Is <span class="whitespace-nowrap">0712 345 678</span> your number?',
  ],
  ['Price 62.50 in Nairobi', 'Price 62.50 in Nairobi'],
])(
  'an email address breaks at its separators if at all, a phone number never: %s',
  (text, html) => {
    const { container } = render(<BreakableText>{text}</BreakableText>);
    expect(container.innerHTML).toBe(html);
    expect(container.textContent).toBe(text);
  },
);
