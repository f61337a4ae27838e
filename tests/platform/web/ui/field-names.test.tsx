// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BuyerSignupForm } from '#features/accounts/web/buyer-signup-form.tsx';
import { useBuyerSignup } from '#features/accounts/web/use-buyer-signup.ts';
import { farmSizes, farmTypes } from '#features/farms/rules/farm.ts';
import { FarmerSignupForm } from '#features/farms/web/signup/farmer-signup-form.tsx';
import { useFarmerSignup } from '#features/farms/web/signup/use-farmer-signup.ts';
import { ProductDialog } from '#features/products/web/own/product-dialog.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const BuyerSignup = () => <BuyerSignupForm signup={useBuyerSignup()} />;
const FarmerSignup = () => <FarmerSignupForm signup={useFarmerSignup()} />;

const namesIn = (container: HTMLElement) =>
  [
    ...container.querySelectorAll<HTMLInputElement>('input[name], select[name], textarea[name]'),
  ].map(({ name }) => name);

describe("Form fields have §7's names", () => {
  useBrowserStubs();
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  test("row 1: the buyer's sign-up", async () => {
    const { container } = await renderScreen(<BuyerSignup />);
    // The form has no fields for the business and the address: they are sent as §7 says, "retail"
    // and empty.
    const row1 = ['firstName', 'lastName', 'email', 'nationalId', 'phoneNumber', 'password'];
    expect(namesIn(container)).toEqual(expect.arrayContaining(row1));
  });

  test("row 7: the farmer's sign-up, with its location", async () => {
    const coords = { latitude: -1.2864, longitude: 36.8172, accuracy: 8 };
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
    });
    const { container, user } = await renderScreen(<FarmerSignup />);
    const next = () => user.click(screen.getByRole('button', { name: 'Next' }));
    const person = ['firstName', 'lastName', 'phoneNumber', 'email', 'nationalId'];
    expect(namesIn(container)).toEqual(person);
    await user.type(screen.getByLabelText('First name'), 'Wanjiru');
    await user.type(screen.getByLabelText('Last name'), 'Kamau');
    await user.type(screen.getByLabelText('Phone number'), '0112345678');
    await user.type(screen.getByLabelText('Email'), 'wanjiru@x.ke');
    await next();
    const [kind, size] = await screen.findAllByRole('combobox');
    expect(namesIn(container)).toEqual(['farmName', 'farmType', 'farmSize']);
    await user.selectOptions(kind as HTMLElement, farmTypes[0]);
    await user.selectOptions(size as HTMLElement, farmSizes[0]);
    await next();
    await user.click(await screen.findByRole('button', { name: 'Get My Location' }));
    await screen.findByText(/Location verified/);
    expect(namesIn(container)).toEqual(['county', 'subcounty', 'addressDescription']);
    await next();
    await screen.findByLabelText('Password');
    expect(namesIn(container)).toEqual([
      'geofenceRadius',
      'deliveryFee',
      'minimumOrder',
      'password',
      'confirmPassword',
    ]);
  });

  test('row 10: the product form', async () => {
    const { user } = await renderScreen(
      <ProductDialog product={null} onClose={() => {}} PriceHint={() => null} />,
    );
    const names = namesIn(document.body);
    const what = ['product_name', 'category', 'description', 'is_organic'];
    const amounts = ['quantity_available', 'unit_of_measure', 'price_per_unit'];
    expect(names).toEqual(
      expect.arrayContaining([...what, ...amounts, 'harvest_date', 'expiry_date']),
    );
    // The form keeps track of its fields: once typed or ticked, a field is no longer missing, or
    // keeps its value.
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await screen.findByText('Product name is required');
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    expect(screen.queryByText('Product name is required')).toBeNull();
    const organic = screen.getByRole<HTMLInputElement>('checkbox', { name: /organic/i });
    await user.click(organic);
    expect(organic.checked).toBe(true);
  });
});
