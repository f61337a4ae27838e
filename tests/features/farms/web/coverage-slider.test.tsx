import { useState } from 'react';
import { CoverageSlider } from '#farms/web/coverage-slider.tsx';
import { givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

function Radius() {
  const [metres, setMetres] = useState(500);
  return <CoverageSlider radiusMetres={metres} onChange={setMetres} />;
}

describe("'Geofence radius slider: 200 to 25000 m in steps of 100, default 500'", () => {
  givenBrowser();

  test('the radius can be typed in kilometres or chosen, and a number out of range gets a message', async () => {
    const { user } = await renderScreen(<Radius />);
    const box = screen.getByRole<HTMLInputElement>('textbox', {
      name: 'Delivery radius in kilometres',
    });
    const shown = screen.getByRole('status');
    expect(box.value).toBe('0.5');
    await user.clear(box);
    await user.type(box, '12.34');
    await user.tab();
    expect(box.value).toBe('12.3');
    expect(shown.textContent).toBe('12.3 km');
    await user.clear(box);
    await user.type(box, '50{Enter}');
    expect(screen.getByText('Choose from 0.2 to 25 km')).toBeTruthy();
    expect(box.value).toBe('50');
    expect(shown.textContent).toBe('12.3 km');
    await press(user, 'Town 5 km');
    expect(screen.queryByText('Choose from 0.2 to 25 km')).toBeNull();
    expect(shown.textContent).toBe('5.0 km');
  });

  test('it starts at the default and suggests 10 km, which one tap takes', async () => {
    const { user } = await renderScreen(<Radius />);
    const sentence = /^Buyers farther than 500 m must collect/;
    expect(screen.getByText(sentence)).toBeTruthy();
    await press(user, 'Deliver up to 10 km');
    expect(screen.getByRole('status').textContent).toBe('10.0 km');
    expect(screen.queryByText(sentence)).toBeNull();
  });
});
