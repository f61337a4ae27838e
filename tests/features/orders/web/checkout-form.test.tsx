// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CheckoutForm } from '#features/orders/web/checkout/checkout-form.tsx';
import type { Placing } from '#features/orders/web/checkout/use-place-order.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { cartWith, farmQuote } from '#tests/setup/web/fixtures.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

describe('the checkout', () => {
  useBrowserStubs();
  afterEach(() => {
    // Other tests of the same process expect English.
    overwriteGetLocale(() => 'en');
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'geolocation');
  });
  const place = vi.fn<Placing['place']>(async () => ({ outcome: 'placed' }));
  const form = (isMpesaAvailable = true) => (
    <CheckoutForm
      cart={cartWith()}
      placing={{ state: 'idle', place }}
      start={{ buyerId: 1, address: 'Section 58, Nakuru', isMpesaAvailable }}
    />
  );
  const quote = (changes: object = {}) => ({
    'buyer.orders.quote': () => ({ farms: [{ ...farmQuote, ...changes }] }),
  });

  test('a delivery requires a place; a collection does not, and is sent without one', async () => {
    const { user } = await renderScreen(form(), quote());
    // The farms arrive with the quote; until then nothing can be ordered.
    const collection = await screen.findByRole('radio', { name: /^Collect/ });
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    expect(await screen.findByText(/Tell us where to deliver/)).toBeTruthy();
    expect(place).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use my position' }));
    await user.click(collection);
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    await waitFor(() => expect(place).toHaveBeenCalledOnce());
    expect(place.mock.calls[0]?.[0].order).toMatchObject({
      fulfilment: 'collection',
      paymentMethod: 'M-Pesa',
      expectedTotal: 6400,
    });
  });

  test.each([
    ['en', { delivers: false }, "Upendo Farm doesn't deliver that far.", /^Collect/],
    ['en', { isBelowMinimum: true }, 'This farm delivers orders from KES\u00a01,000', /^Collect/],
    ['sw', { delivers: false }, 'Upendo Farm haifikishi mbali hivyo.', /^Nitachukua/],
    [
      'sw',
      { isBelowMinimum: true },
      'Shamba hili hufikisha oda kuanzia KES\u00a01,000',
      /^Nitachukua/,
    ],
  ] as const)(
    'in %s, an order that cannot be delivered (%o) is collected without the fee, and says why at the choice',
    async (language, farm, reason, collect) => {
      overwriteGetLocale(() => language);
      const { user } = await renderScreen(form(), quote(farm));
      const collection = await screen.findByRole<HTMLInputElement>('radio', { name: collect });
      expect(collection.checked).toBe(true);
      const [delivery] = within(
        screen.getByRole('group', { name: /Upendo Farm/ }),
      ).getAllByRole<HTMLInputElement>('radio');
      expect(delivery?.disabled).toBe(true);
      const described = document.getElementById(delivery?.getAttribute('aria-describedby') ?? '');
      expect(described?.textContent).toContain(reason);
      // Another place may be in reach, but an order that is collected needs no address.
      expect(screen.queryByRole('textbox', { name: /address|Anwani/i })).toBeNull();
      expect(screen.getAllByText('KES 6,400.00').length).toBeGreaterThan(0);
      expect(screen.queryByText('KES 6,600.00')).toBeNull();
      await user.click(screen.getByRole('button', { name: /^(Place order|Tuma oda)/ }));
      await waitFor(() => expect(place).toHaveBeenCalled());
      expect(place.mock.lastCall?.[0].order).toMatchObject({
        fulfilment: 'collection',
        expectedTotal: 6400,
      });
    },
  );

  describe('the place of delivery', () => {
    const kisumu = { latitude: -0.092, longitude: 34.768, name: 'Kisumu' };
    const quotedFor = (calls: { path: string; input: unknown }[]) =>
      calls.findLast(({ path }) => path === 'buyer.orders.quote')?.input;
    const draft = (place: object) =>
      sessionStorage.setItem('draft:checkout 1', JSON.stringify(place));

    test("is the market's, and the address stays what a person wrote", async () => {
      localStorage.setItem('buyerPlace', JSON.stringify(kisumu));
      draft({ latitude: '-4.05000', longitude: '39.66000', placeName: 'Nyali, Mombasa' });
      const { calls } = await renderScreen(form(), quote());
      expect(await screen.findByText('Kisumu')).toBeTruthy();
      expect(screen.queryByText('Nyali, Mombasa')).toBeNull();
      await waitFor(() =>
        expect(quotedFor(calls)).toEqual({ latitude: -0.092, longitude: 34.768 }),
      );
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /address/ }).value).toBe(
        'Section 58, Nakuru',
      );
    });

    test('keeps its exact position where the market knows it to a hundred metres', async () => {
      localStorage.setItem('buyerPlace', JSON.stringify(kisumu));
      draft({ latitude: '-0.09243', longitude: '34.76812', placeName: 'Milimani, Kisumu' });
      const { calls } = await renderScreen(form(), quote());
      expect(await screen.findByText('Milimani, Kisumu')).toBeTruthy();
      expect(quotedFor(calls)).toEqual({ latitude: -0.09243, longitude: 34.76812 });
    });

    test("that is found by GPS becomes the market's, and never the address", async () => {
      const coords = { latitude: -0.09171, longitude: 34.76801, accuracy: 8 };
      vi.stubGlobal('isSecureContext', true);
      Object.defineProperty(navigator, 'geolocation', {
        configurable: true,
        value: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
      });
      const { user } = await renderScreen(
        <CheckoutForm
          cart={cartWith()}
          placing={{ state: 'idle', place }}
          start={{ buyerId: 1, address: '', isMpesaAvailable: true }}
        />,
        quote(),
      );
      await user.click(await screen.findByRole('button', { name: 'Use my position' }));
      await waitFor(() =>
        expect(JSON.parse(localStorage.getItem('buyerPlace') ?? '{}')).toMatchObject({
          latitude: -0.092,
          longitude: 34.768,
        }),
      );
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /address/ }).value).toBe('');
    });
  });

  test('the order button is never dead: it leads to the address, and to what has changed in the cart', async () => {
    localStorage.setItem(
      'buyerPlace',
      JSON.stringify({ latitude: -0.3, longitude: 36.07, name: 'Nakuru' }),
    );
    const start = { buyerId: 1, address: '', isMpesaAvailable: true };
    const placing: Placing = { state: 'idle', place };
    place.mockClear();
    const { user, unmount } = await renderScreen(
      <CheckoutForm cart={cartWith()} placing={placing} start={start} />,
      quote(),
    );
    const address = await screen.findByRole('textbox', { name: /Delivery address/ });
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    await waitFor(() => expect(document.activeElement).toBe(address));
    unmount();
    const changed = cartWith({
      line: { problem: 'notEnough', available: 1, acceptedUnit: 'bags', acceptedNetWeightKg: 90 },
    });
    await renderScreen(<CheckoutForm cart={changed} placing={placing} start={start} />, quote());
    await screen.findByRole('textbox', { name: /Delivery address/ });
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /: Maize$/ }));
    expect(place).not.toHaveBeenCalled();
  });

  test('a press before the farms have answered asks them again', async () => {
    let asked = 0;
    const { user } = await renderScreen(form(), {
      'buyer.orders.quote': () => {
        asked += 1;
        throw new Error('');
      },
    });
    await screen.findByText(/Failed to work out distances/);
    const before = asked;
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    await waitFor(() => expect(asked).toBeGreaterThan(before));
  });

  test('a preferred day and part of day are sent with the order', async () => {
    const { user } = await renderScreen(form(), quote());
    await user.click(await screen.findByRole('radio', { name: /^Collect/ }));
    const days = within(screen.getByRole('group', { name: /Day you would like/ }));
    // Any day, today, and seven days more. The time of day is asked once there is a day.
    expect(days.getAllByRole('radio')).toHaveLength(9);
    expect(days.getByRole<HTMLInputElement>('radio', { name: 'Any day' }).checked).toBe(true);
    expect(screen.queryByRole('radio', { name: 'Afternoon' })).toBeNull();
    await user.click(days.getByRole('radio', { name: /^Tomorrow/ }));
    await user.click(screen.getByRole('radio', { name: 'Afternoon' }));
    await user.click(screen.getByRole('button', { name: /^Place order/ }));
    const tomorrow = daysAfter(dayInNairobi(new Date()), 1);
    await waitFor(() =>
      expect(place.mock.lastCall?.[0].order).toMatchObject({
        wishedDay: tomorrow,
        wishedPart: 'afternoon',
      }),
    );
  });

  test.each([
    ['en', /^Today, \d+ \w+$/, ['Today', 'Tomorrow']],
    ['sw', /^Leo, \d+ \w+$/, ['Leo', 'Kesho']],
  ] as const)(
    'in %s, the days to choose from are in that language',
    async (language, today, words) => {
      overwriteGetLocale(() => language);
      const { container } = await renderScreen(form(), quote());
      expect(await screen.findByRole('radio', { name: today })).toBeTruthy();
      for (const word of words) expect(screen.getByText(word)).toBeTruthy();
      expect(container.querySelector('input[type=date], select')).toBeNull();
    },
  );

  test('the order button names the total, with the fee of a farm that delivers', async () => {
    const { user } = await renderScreen(form(), quote());
    expect(await screen.findByRole('button', { name: /^Place order\s· KES\s6,600$/ })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^Collect/ }));
    expect(screen.getByRole('button', { name: /^Place order\s· KES\s6,400$/ })).toBeTruthy();
  });

  describe('consistency of place and address', () => {
    const MOMBASA = { latitude: '-4.05000', longitude: '39.66000', placeName: 'Nyali, Mombasa' };
    const nakuru = {
      display_name: 'Nakuru, Nakuru',
      lat: '-0.3',
      lon: '36.07',
      type: 'town',
      address: { county: 'Nakuru', country: 'Kenya', country_code: 'ke' },
      boundingbox: ['-0.33', '-0.27', '36.04', '36.10'],
    };
    const answers = {
      ...quote(),
      'places.search': () => ({ places: [nakuru], source: 'gazetteer', degraded: false }),
    };
    const choose = (place: object) =>
      sessionStorage.setItem('draft:checkout 1', JSON.stringify(place));
    const address = () =>
      screen.getByRole<HTMLInputElement>('textbox', { name: /Delivery address/ });

    test('a saved address far from the place is questioned, and unchanged until answered', async () => {
      choose(MOMBASA);
      const { user, calls } = await renderScreen(form(), answers);
      expect(await screen.findByText(/Is this still the address\?/)).toBeTruthy();
      // Only the town is looked up, not the street, for privacy.
      expect(calls.find(({ path }) => path === 'places.search')?.input).toEqual({
        query: 'Nakuru',
      });
      expect(address().value).toBe('Section 58, Nakuru');
      await user.click(screen.getByRole('button', { name: 'Yes, keep it' }));
      await waitFor(() => expect(screen.queryByText(/Is this still the address\?/)).toBeNull());
      expect(address().value).toBe('Section 58, Nakuru');
    });

    test('an address in the town of the place, or in no known town, is not questioned', async () => {
      choose({ ...MOMBASA, latitude: '-0.34000', longitude: '36.10500' });
      const { calls, unmount } = await renderScreen(form(), answers);
      await waitFor(() => expect(calls.some(({ path }) => path === 'places.search')).toBe(true));
      await screen.findByRole('radio', { name: /^Collect/ });
      expect(screen.queryByText(/Is this still the address\?/)).toBeNull();
      unmount();
      choose(MOMBASA);
      const county = { ...nakuru, boundingbox: ['-1.2', '0.2', '35.4', '36.6'] };
      const unknown = await renderScreen(form(), {
        ...answers,
        'places.search': () => ({ places: [county], source: 'gazetteer', degraded: false }),
      });
      await waitFor(() =>
        expect(unknown.calls.some(({ path }) => path === 'places.search')).toBe(true),
      );
      await screen.findByRole('radio', { name: /^Collect/ });
      expect(screen.queryByText(/Is this still the address\?/)).toBeNull();
    });

    test("the last order's address is compared with that order's place", async () => {
      const last = {
        deliveryAddress: 'Moi Avenue 12',
        latitude: '-0.30000',
        longitude: '36.07000',
        placeName: 'Nakuru',
      };
      localStorage.setItem('lastDelivery 1', JSON.stringify(last));
      choose(MOMBASA);
      const { calls } = await renderScreen(form(), answers);
      expect(await screen.findByText(/seems to be 57\d(\.\d)? km from/)).toBeTruthy();
      expect(calls.some(({ path }) => path === 'places.search')).toBe(false);
    });
  });

  test('if M-Pesa is not available, cash is the only choice', async () => {
    await renderScreen(form(false), quote());
    expect(await screen.findByText(/M-Pesa is not available here yet/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /^M-Pesa/ })).toBeNull();
  });
});
