// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MessagesPage } from '#features/messages/web/messages-page.tsx';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const buyersList = {
  role: 'buyer',
  conversationId: undefined,
  productId: undefined,
  hasOffer: false,
} as const;

describe('messages on a wide screen', () => {
  useBrowserStubs();
  beforeEach(() => {
    const { matchMedia } = window;
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: true });
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    window.EventSource = undefined as never;
  });
  const answers = (conversations: object[]) => ({
    'conversations.list': () => ({ conversations, nextCursor: null }),
    'conversations.unread': () => ({ unread: 0 }),
  });
  const open = (conversations: object[]) =>
    renderScreen(<MessagesPage {...buyersList} />, answers(conversations));

  test('without a conversation there is only the invitation to begin one', async () => {
    const { container } = await open([]);
    expect(await screen.findByText('No messages yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: "See today's market" })).toBeTruthy();
    expect(container.querySelector('main section')).toBeNull();
  });

  test('with one, the space beside the list asks to choose it', async () => {
    const conversation = {
      id: 1,
      productName: 'Kale',
      unread: 0,
      lastText: 'Habari',
      lastKind: 'text',
      lastFrom: 'farmer',
      lastAt: '2026-03-02T06:00:00.000Z',
      farmName: 'Upendo Farm',
      county: 'Nyeri',
      buyerName: 'Achieng Otieno',
    };
    await open([conversation]);
    expect(await screen.findByText('Choose a conversation to read it here.')).toBeTruthy();
  });

  test.each([
    ['en', 'Send offer', 'Open until the end of', /^Today, /, /^Tomorrow, /],
    ['sw', 'Tuma pendekezo', 'Inatumika hadi mwisho wa', /^Leo, /, /^Kesho, /],
  ] as const)(
    'in %s, a buyer who came to offer a price gets the form, which begins the conversation and ends with a day',
    async (language, send, until, today, tomorrow) => {
      overwriteGetLocale(() => language);
      const product = {
        id: 7,
        name: 'Kale',
        unit: 'kg',
        price: 50,
        crop: null,
        county: 'Nyeri',
        netWeightKg: null,
        farmName: 'Upendo Farm',
        photos: [],
      };
      const { user, calls } = await renderScreen(
        <MessagesPage {...buyersList} productId={7} hasOffer />,
        {
          ...answers([]),
          'market.product': () => product,
          'offers.make': () => ({ id: 3 }),
        },
      );
      const dialog = within(await screen.findByRole('dialog'));
      const [quantity, price] = dialog.getAllByRole('textbox');
      await user.type(quantity as HTMLElement, '12');
      await user.type(price as HTMLElement, '40');
      const ends = within(dialog.getByLabelText(until)).getAllByRole<HTMLOptionElement>('option');
      expect(ends.map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(today),
        expect.stringMatching(tomorrow),
        expect.any(String),
        expect.any(String),
      ]);
      expect(ends.find(({ selected }) => selected)?.textContent).toMatch(tomorrow);
      await user.click(dialog.getByRole('button', { name: send }));
      await waitFor(() =>
        expect(calls.find(({ path }) => path === 'offers.make')?.input).toEqual({
          productId: 7,
          quantity: 12,
          price: 40,
          validDays: 1,
        }),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      overwriteGetLocale(() => 'en');
    },
  );
});
