import type { Reconciliation } from '#operator/web/tabs/differences-table.tsx';
import { FiguresScreen } from '#operator/web/tabs/figures-tab.tsx';
import { ReconciliationScreen } from '#operator/web/tabs/statement-tab.tsx';
import {
  givenBrowser,
  press,
  renderScreen,
  screen,
  within,
} from '#tests/setup/web/render-screen.tsx';

const compared: Reconciliation = {
  day: '2026-03-01',
  statements: [
    { shortcode: '600100', from: '2026-02-28T21:00:00.000Z', to: '2026-03-01T20:59:59.000Z' },
  ],
  matched: { in: { count: 12, amount: 30_000 }, out: { count: 3, amount: 9000 } },
  charges: 42,
  differences: [
    {
      what: 'otherName',
      receipt: 'SGH7AA0001',
      at: '2026-03-01T11:05:11.000Z',
      theirs: { amount: -250, otherParty: '2547****0999 - OTIENO OUMA', details: '' },
      ours: { kind: 'payout', id: 4, orderId: 9, amount: -250, payee: 'Jane Wanjiku' },
      closedReason: null,
    },
    {
      what: 'theirsOnly',
      receipt: 'SGH7AA0002',
      at: '2026-03-01T12:05:11.000Z',
      theirs: { amount: 4500, otherParty: '254722000111 - JANE WANJIKU', details: '' },
      ours: null,
      closedReason: 'Reversed in the portal',
    },
  ],
  isWhole: true,
  unmatched: [
    {
      receipt: 'SGH7AA0003',
      amount: 45_000,
      completedAt: '2026-03-01T11:05:11.000Z',
      details: 'Pay Bill',
      otherParty: '254722000111 - JANE WANJIKU',
      accountNumber: 'NDIZI',
    },
  ],
};

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

givenBrowser();

const show = (given: Partial<Parameters<typeof ReconciliationScreen>[0]> = {}) =>
  renderScreen(
    <ReconciliationScreen
      reconciliation={compared}
      today="2026-03-02"
      onDay={() => {}}
      onImport={async () => 'Imported.'}
      onCloseUnmatched={async () => 'Closed.'}
      {...given}
    />,
  );

test("the desk's reconciliation shows both sides of a difference, and why one was closed", async () => {
  await show();
  const [name, closed] = rowsOf('Differences');
  expect(name).toMatch(/Other name.*KES\s-250.*OTIENO OUMA.*Payout of order 9.*Jane Wanjiku/);
  expect(closed).toMatch(/M-Pesa only.*Closed: Reversed in the portal.*KES\s4,500/);
});

test("the desk's reconciliation sends the chosen file, and shows the answer or the refusal", async () => {
  const onImport = vi.fn(async (text: string) => {
    if (text === 'bad') throw new Error('refused');
    return 'New lines: 1';
  });
  const { user } = await show({ onImport });
  const input = screen.getByLabelText('Upload the statement', { selector: 'input' });
  await user.upload(input, new File(['Receipt No.'], 'day.csv', { type: 'text/csv' }));
  expect((await screen.findByText('New lines: 1')).closest('[role]')?.role).toBe('status');
  expect(onImport).toHaveBeenCalledWith('Receipt No.');
  await user.upload(input, new File(['bad'], 'day.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not send this');
});

test("the desk's reconciliation closes a payment without an order only with a reason", async () => {
  const onCloseUnmatched = vi.fn(async () => 'Closed.');
  const { user } = await show({ onCloseUnmatched });
  await press(user, 'Close payment SGH7AA0003');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Close payment' }));
  expect(dialog.getByText('Give a reason')).toBeTruthy();
  expect(onCloseUnmatched).not.toHaveBeenCalled();
  await user.type(dialog.getByLabelText('Reason'), ' Reversed ');
  await user.click(dialog.getByRole('button', { name: 'Close payment' }));
  expect(onCloseUnmatched).toHaveBeenCalledWith({ receipt: 'SGH7AA0003', reason: 'Reversed' });
});

test("the desk's reconciliation only looks without the role for it", async () => {
  await show({ onImport: null, onCloseUnmatched: null });
  expect(screen.queryAllByRole('button')).toEqual([]);
});

const crop = { week: '2026-02-23', orders: 6, farms: 5, unit: 'kg' as const };
const figures = {
  county: null,
  from: '2026-02-16',
  to: '2026-03-01',
  weeks: [
    { week: '2026-02-16', shown: null },
    {
      week: '2026-02-23',
      shown: { orders: 12, farms: 9, counties: 2, crops: 1, sales: 22_500 },
    },
  ],
  crops: [
    { ...crop, week: '2026-02-16', crop: { en: 'Kale', sw: 'Sukuma' }, quantity: 5, sales: 100 },
    { ...crop, crop: { en: 'Kale', sw: 'Sukuma' }, quantity: 50, sales: 2500 },
    { ...crop, crop: null, quantity: 7, sales: 9000 },
  ],
};
const file = async () => ({ name: 'x', content: '' });

test("the desk's figures show the weeks that have enough farms, and the crops of the period", async () => {
  await renderScreen(
    <FiguresScreen figures={figures} onChoose={() => {}} fetchCsv={file} fetchPdf={file} />,
  );
  const [newest, ...others] = rowsOf('Sales by week');
  expect(newest).toMatch(/23.Feb.2026.*12.*9.*2.*1.*KES\s22,500/);
  expect(others).toEqual([]);
  const [other, kale] = rowsOf('Crops in this period');
  expect(other).toMatch(/Other produce.*7 kg.*KES\s9,000/);
  expect(kale).toMatch(/Kale.*55 kg.*12.*KES\s2,600/);
});
