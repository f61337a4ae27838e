import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Specimen } from './specimen.tsx';

export function OverlaySpecimens() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimen title={m.demoOverlays()}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          {m.demoDialog()}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          {m.demoConfirm()}
        </Button>
        <Button variant="secondary" onClick={() => showToast('success', m.signupVerifiedMessage())}>
          {m.demoToastSuccess()}
        </Button>
        <Button variant="secondary" onClick={() => showToast('error', m.errorUnexpected())}>
          {m.demoToastError()}
        </Button>
        <Button variant="secondary" onClick={() => showToast('info', m.codeSentMessage())}>
          {m.demoToastInfo()}
        </Button>
      </div>
      <Dialog
        title={m.demoDialog()}
        isOpen={open === 'dialog'}
        onClose={close}
        actions={<Button onClick={close}>{m.close()}</Button>}
      >
        <TextField label={m.contactEmail()} type="email" hint={m.demoHint()} />
      </Dialog>
      <ConfirmDialog
        title={m.demoConfirmTitle()}
        text={m.demoConfirmText()}
        confirmLabel={m.demoDelete()}
        isOpen={open === 'confirm'}
        onCancel={close}
        onConfirm={close}
      />
    </Specimen>
  );
}
