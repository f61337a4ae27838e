// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { OrderView } from '#features/orders/web/buyer/order-view.tsx';
import { toColumns } from '#platform/rules/columns.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { buyerOrder } from '#tests/setup/web/fixtures.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const cash = { paymentMethod: 'Cash on delivery', total: 793 };

describe("an order on its buyer's page", () => {
  useBrowserStubs();
  // Other tests of the same process expect English.
  afterEach(() => overwriteGetLocale(() => 'en'));

  test.each([
    ['en', 'Have KES 793 ready', 'Report a problem', /money moves/],
    ['sw', 'Kuwa na KES 793 tayari', 'Ripoti tatizo', /pesa itakayo|hazihamishwi/],
  ] as const)(
    'in %s, one paid in cash names the cash, and its report promises nothing about money',
    async (language, ready, report, promise) => {
      overwriteGetLocale(() => language);
      const facts = { ...cash, status: 'dispatched', handoverCode: '4017', steps: ['dispute'] };
      const { user, unmount } = await renderScreen(<OrderView order={buyerOrder(facts)} />);
      const code = screen.getByText('4 0 1 7').closest('div');
      expect(within(code ?? document.body).getByText(ready)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: report }));
      expect(screen.getByRole('dialog')).toBeTruthy();
      expect(screen.queryByText(promise)).toBeNull();
      unmount();
      const dispute = {
        openedAt: '2026-11-20T08:00:00Z',
        reason: 'Wet',
        photos: [],
        photosLeft: 0,
      };
      const disputed = { ...facts, status: 'disputed', steps: [], dispute };
      const { unmount: leave } = await renderScreen(<OrderView order={buyerOrder(disputed)} />);
      expect(screen.queryByText(promise)).toBeNull();
      leave();
      await renderScreen(
        <OrderView order={buyerOrder({ ...disputed, paymentMethod: 'M-Pesa' })} />,
      );
      expect(screen.getAllByText(promise)).toHaveLength(2);
    },
  );

  test('a new one says what it waits for, and is cancelled only after confirmation', async () => {
    const { user, calls } = await renderScreen(<OrderView order={buyerOrder()} />, {
      'buyer.orders.cancel': () => buyerOrder(),
    });
    expect(screen.getByText(/^Sent to Upendo Farm\. Answer by .*11:00\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel order' }));
    expect(calls).toEqual([]);
    const question = screen.getByRole('dialog', { name: 'Cancel order #41?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() =>
      expect(calls).toEqual([{ path: 'buyer.orders.cancel', input: { orderId: 41 } }]),
    );
  });

  test('Pay comes before Cancel, and the day of arrival before both', async () => {
    const order = buyerOrder({
      status: 'confirmed',
      paymentMethod: 'M-Pesa',
      deliveryDate: '2026-11-24',
      steps: ['pay', 'cancel'],
    });
    await renderScreen(<OrderView order={order} />, {
      'buyer.profile': () => ({ phoneNumber: '+254712345678' }),
    });
    const pay = screen.getByRole('button', { name: 'Pay KES 6,600.00' });
    const isBefore = (one: HTMLElement, other: HTMLElement) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isBefore(screen.getByText(/^Arrives Tuesday/), pay)).toBe(true);
    const cancel = screen.getByRole('button', { name: 'Cancel order' });
    expect(isBefore(pay, cancel)).toBe(true);
    expect(screen.getAllByRole('button').at(-1)).toBe(cancel);
  });

  describe('the tracker', () => {
    const happened = (subject: string, to: string) => ({
      at: '2026-11-21T08:00:00.000Z',
      subject,
      actor: 'farmer',
      to,
      reason: null,
      takenAt: null,
      isTakenAtDoubtful: false,
    });
    const steps = () =>
      within(screen.getByRole('list', { name: /^(How far|Oda yako)/ })).getAllByRole('listitem');
    const events = [happened('status', 'confirmed'), happened('paymentStatus', 'paid')];
    const paid = { status: 'confirmed', paymentStatus: 'paid', paymentMethod: 'M-Pesa', events };

    test.each([
      ['en', ['Placed', 'Accepted', 'Paid', 'On the way', 'Received'], /\bpaid\b/i],
      ['sw', ['Umeagiza', 'Imekubaliwa', 'Imelipwa', 'Iko njiani', 'Umepokea'], /lipwa|umelipa/i],
    ] as const)(
      'in %s, has five steps and marks the next one, and says once that it is paid',
      async (language, labels, said) => {
        overwriteGetLocale(() => language);
        const payments = [
          { status: 'received', amount: 6600, receipt: 'SGH7K2', refundReceipt: null },
        ];
        await renderScreen(<OrderView order={buyerOrder({ ...paid, payments })} />);
        expect(steps()).toHaveLength(5);
        steps().forEach((step, index) => {
          expect(step.textContent).toContain(labels[index]);
        });
        expect(steps().map((step) => step.getAttribute('aria-current'))).toEqual([
          null,
          null,
          null,
          'step',
          null,
        ]);
        // The history, which is closed, says it too.
        const outside = screen.getAllByText(said).filter((found) => !found.closest('ol.hidden'));
        expect(outside).toHaveLength(1);
        expect(screen.getByText(/SGH7K2/)).toBeTruthy();
      },
    );

    test.each([
      ['en', ['KES 300.00: receipt SDEPOSIT1', 'KES 700.00: receipt SREST0001']],
      ['sw', ['KES 300.00: risiti SDEPOSIT1', 'KES 700.00: risiti SREST0001']],
    ] as const)('lists in %s the receipts of all that was paid', async (language, receipts) => {
      overwriteGetLocale(() => language);
      const payments = [
        { status: 'received', amount: 300, receipt: 'SDEPOSIT1', refundReceipt: null },
        { status: 'received', amount: 700, receipt: 'SREST0001', refundReceipt: null },
        { status: 'refunded', amount: 700, receipt: 'STWICE001', refundReceipt: 'SBACK0001' },
      ];
      await renderScreen(<OrderView order={buyerOrder({ ...paid, payments })} />);
      for (const receipt of receipts) expect(screen.getByText(receipt)).toBeTruthy();
      expect(screen.queryByText(/STWICE001/)).toBeNull();
    });

    test('has the payment after the way for cash, and is left out once the order is cancelled', async () => {
      const order = buyerOrder({ status: 'dispatched', fulfilment: 'collection' });
      const { unmount } = await renderScreen(<OrderView order={order} />);
      const texts = steps().map(({ textContent }) => textContent);
      expect(texts.findIndex((text) => text?.includes('Pay'))).toBe(3);
      expect(texts[2]).toContain('Ready');
      unmount();
      await renderScreen(<OrderView order={buyerOrder({ status: 'cancelled', steps: [] })} />);
      expect(screen.queryByRole('list', { name: 'How far your order is' })).toBeNull();
    });
  });

  test('the lines have pictures, and on paper both names are at the top', async () => {
    sessionStorage.setItem('authToken', 'token');
    sessionStorage.setItem('userType', 'buyer');
    sessionStorage.setItem('userId', '1');
    sessionStorage.setItem('userEmail', 'a@shop.example');
    sessionStorage.setItem('userFirstName', 'Achieng');
    sessionStorage.setItem('userLastName', 'Otieno');
    const { container } = await renderScreen(<OrderView order={buyerOrder()} />);
    expect(container.querySelector('img[src="/art/crops/maize.svg"]')).toBeTruthy();
    const head = screen.getByText(/Buyer: Achieng Otieno/);
    expect(head.textContent).toContain('Farm: Upendo Farm');
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
  });

  test('the preferred day is shown until the order has ended', async () => {
    const wish = { wishedDay: '2026-11-24', wishedPart: 'morning' };
    const { unmount } = await renderScreen(<OrderView order={buyerOrder(wish)} />);
    expect(screen.getByText(/^You asked for Tuesday.+, in the morning$/)).toBeTruthy();
    unmount();
    await renderScreen(
      <OrderView order={buyerOrder({ ...wish, status: 'cancelled', steps: [] })} />,
    );
    expect(screen.queryByText(/You asked for/)).toBeNull();
  });

  test('a rejected one can be ordered again with one press, and names other farms with the same crop', async () => {
    const order = buyerOrder({ status: 'rejected', steps: [] });
    const other = {
      id: 9,
      farmId: 4,
      farmName: 'Acacia Farm',
      county: 'Nakuru',
      name: 'White maize',
      price: 60,
      unit: 'kg',
    };
    const { user, calls } = await renderScreen(<OrderView order={order} />, {
      'market.products': () => ({
        products: toColumns([other, { ...other, id: 7, farmId: 3, name: 'Maize' }]),
        nextCursor: null,
      }),
      'buyer.cart.add': () => ({ lines: [{ productId: 7 }], canOrder: true }),
    });
    expect(await screen.findByText('White maize')).toBeTruthy();
    expect(screen.getByText(/Acacia Farm/)).toBeTruthy();
    expect(calls).toContainEqual({
      path: 'market.products',
      input: { search: 'maize', sort: 'price' },
    });
    await user.click(screen.getByRole('button', { name: /^Order again/ }));
    await waitFor(() =>
      expect(calls).toContainEqual({
        path: 'buyer.cart.add',
        input: { lines: [{ productId: 7, quantity: 2 }] },
      }),
    );
  });

  test('a dispatched one shows its handover code, and a report requires a reason', async () => {
    const order = buyerOrder({
      status: 'dispatched',
      handoverCode: '4017',
      steps: ['received', 'dispute'],
    });
    const { user, calls } = await renderScreen(<OrderView order={order} />, {
      'buyer.orders.dispute': () => order,
    });
    expect(screen.getByText('4 0 1 7')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Report a problem' }));
    await user.click(screen.getByRole('button', { name: 'Report it' }));
    expect(await screen.findByText('Please give a reason')).toBeTruthy();
    expect(calls).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'What happened?' }), ' Two bags were wet ');
    await user.click(screen.getByRole('button', { name: 'Report it' }));
    await waitFor(() =>
      expect(calls).toEqual([
        { path: 'buyer.orders.dispute', input: { orderId: 41, reason: 'Two bags were wet' } },
      ]),
    );
  });
});
