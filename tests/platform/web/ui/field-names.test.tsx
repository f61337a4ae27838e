import { BuyerSignupForm, useBuyerSignup } from '#accounts/web/buyer-signup.tsx';
// The dialog loads these when it opens. The next file of the process would find them half loaded.
import '#products/web/own/stored-photos.ts';
import '#products/web/own/queued-products.ts';
import { ProductDialog } from '#products/web/own/product-dialog.tsx';
import { fieldLabels } from '#products/web/own/use-product-form.ts';
import { givenBrowser, renderScreen } from '#tests/setup/web/render-screen.tsx';

const BuyerSignup = () => <BuyerSignupForm signup={useBuyerSignup()} />;

const namesIn = (container: HTMLElement) =>
  [
    ...container.querySelectorAll<HTMLInputElement>('input[name], select[name], textarea[name]'),
  ].map(({ name }) => name);

describe("Form fields have the specification's names", () => {
  givenBrowser();
  test("§3: the buyer's sign-up", async () => {
    const { container } = await renderScreen(<BuyerSignup />);
    const row1 = ['firstName', 'lastName', 'email', 'nationalId', 'phoneNumber', 'password'];
    expect(namesIn(container)).toEqual(expect.arrayContaining(row1));
  });

  test('§3: the product form, and every field has a box', async () => {
    await renderScreen(<ProductDialog product={null} onClose={() => {}} PriceHint={() => null} />);
    const names = namesIn(document.body);
    const what = ['productName', 'category', 'description', 'isOrganic'];
    const amounts = ['quantity', 'unit', 'pricePerUnit'];
    expect(names).toEqual(
      expect.arrayContaining([...what, ...amounts, 'harvestDate', 'expiryDate']),
    );
    // Two have other names, the crop is chosen by buttons, and kilograms have no weight.
    const boxless = ['name', 'price', 'crop', 'netWeightKg'];
    const others = Object.keys(fieldLabels).filter((field) => !boxless.includes(field));
    expect(names).toEqual(expect.arrayContaining(others));
  });
});
