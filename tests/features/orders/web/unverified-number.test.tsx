import { screen } from '@testing-library/react';
import { UnverifiedNumber } from '#orders/web/payments/payments-tab.tsx';
import { givenBrowser, renderScreen } from '#tests/setup/web/render-screen.tsx';

describe('the notice about payouts that wait for a verified number', () => {
  givenBrowser();
  beforeEach(() => {
    document.documentElement.dataset.sms = 'on';
  });
  afterEach(() => {
    delete document.documentElement.dataset.sms;
  });
  const line = (isVerified: boolean) => ({ 'phone.get': () => ({ isOffered: true, isVerified }) });

  test('names the amount and leads to the row of the number', async () => {
    await renderScreen(<UnverifiedNumber payoutsDue={456} />, line(false));
    expect((await screen.findByRole('status')).textContent).toContain('to receive KES\u00a0456');
    expect(
      screen.getByRole('link', { name: 'Verify your phone number' }).getAttribute('href'),
    ).toContain('tab=profile#phone');
  });

  test.each([
    ['nothing is due', 0, false],
    ['the number is verified', 456, true],
  ])('is not shown if %s', async (_, due, isVerified) => {
    const { calls } = await renderScreen(
      <>
        <UnverifiedNumber payoutsDue={due} />
        <p>Received</p>
      </>,
      line(isVerified),
    );
    await screen.findByText('Received');
    expect(calls.map(({ path }) => path)).toEqual(['phone.get']);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
