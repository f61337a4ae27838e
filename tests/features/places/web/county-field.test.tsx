import { useState } from 'react';
import { CountyField } from '#places/web/address-part.tsx';
import { givenBrowser, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

function County() {
  const [county, setCounty] = useState('');
  return <CountyField value={county} onChange={setCounty} />;
}

givenBrowser();

test("'county and subcounty inputs (auto-filled, editable)': the county can be typed, with a list of the 47", async () => {
  const { user, container } = await renderScreen(<County />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'County' });
  expect(container.querySelectorAll('datalist option').length).toBe(47);
  await user.type(field, 'muranga county');
  await user.tab();
  expect(field.value).toBe("Murang'a");
  await user.clear(field);
  await user.type(field, 'Elsewhere');
  await user.tab();
  expect(field.value).toBe('Elsewhere');
});
