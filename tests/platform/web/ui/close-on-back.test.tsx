import { useState } from 'react';
import { givenBrowser, renderScreen, screen, waitFor } from '#tests/setup/web/render-screen.tsx';
import { Dialog } from '#ui/dialog.tsx';

function Filters() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog title="Filters" isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <input />
    </Dialog>
  );
}

givenBrowser();

test('Back closes a dialog on the first page of a visit', async () => {
  history.replaceState({ __TSR_index: 0 }, '');
  await renderScreen(<Filters />);
  await screen.findByText('Filters');
  history.back();
  await waitFor(() => expect(screen.queryByText('Filters')).toBeNull());
  expect(history.state).toEqual({ __TSR_index: 0 });
});
