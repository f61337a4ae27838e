import { fireEvent, render, screen } from '@testing-library/react';
import { ProposedLine } from '#standing-orders/web/proposed-day.tsx';
import type { ProposedLine as Line } from '#standing-orders/web/use-standing-orders.tsx';

test('a dearer delivery is shown with its fee, and allowed by a button', () => {
  const line = {
    ...{ lineId: 1, name: 'Eggs', unit: 'trays', quantity: 2, ceiling: 400, available: 9 },
    ...{ problem: 'dearerDelivery', deliveryFee: 150, price: 380 },
    ...{ ordered: null, alternative: null },
  } as Line;
  const onChange = vi.fn();
  render(<ProposedLine line={line} change={{}} onChange={onChange} isOpen />);
  screen.getByText('The delivery of Eggs now costs KES 150, more than before.');
  fireEvent.click(
    screen.getByRole('button', { name: /^Pay KES\s150 for the delivery this time$/ }),
  );
  expect(onChange).toHaveBeenCalledWith({ deliveryFee: 150 });
});
