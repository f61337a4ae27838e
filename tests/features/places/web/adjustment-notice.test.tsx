import { PROXIMITY_RADIUS_METRES } from '#places/rules/limits.ts';
import { AdjustmentNotice } from '#places/web/location-picker.tsx';
import { givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

describe('the notice about a moved pin', () => {
  givenBrowser();

  test('without a GPS position asks for one first', async () => {
    await renderScreen(<AdjustmentNotice adjustment={{ outcome: 'noFix' }} onPutBack={() => {}} />);
    expect(screen.getByText(/Please use "Get My Location" button first/)).toBeTruthy();
  });

  test('too far away shows the distance and the limit, with a button that puts the pin back', async () => {
    const putBack = vi.fn();
    const { user } = await renderScreen(
      <AdjustmentNotice
        adjustment={{ outcome: 'tooFar', distanceMetres: 151.6 }}
        onPutBack={putBack}
      />,
    );
    expect(screen.getByText(/Location is 152m from your current position/).textContent).toContain(
      `within ${PROXIMITY_RADIUS_METRES}m`,
    );
    await press(user, 'Put the pin back');
    expect(putBack).toHaveBeenCalledOnce();
  });

  test('an acceptable one shows the distance, without a button', async () => {
    const adjustment = { outcome: 'acceptable', distanceMetres: 12.3 } as const;
    await renderScreen(<AdjustmentNotice adjustment={adjustment} onPutBack={() => {}} />);
    expect(screen.getByText(/The pin is 12 m from your GPS position/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
