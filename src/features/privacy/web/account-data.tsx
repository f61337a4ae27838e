import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { deleteAccountInput } from '#accounts/rules/account-input.ts';
import { PasswordDialog } from '#accounts/web/settings/password-dialog.tsx';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { typedResolver } from '#ui/form-state.ts';
import { SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { fetchFile } from '#web/fetch-file.ts';
import { clearSession, LOGGED_OUT } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';

export function DataExport() {
  const exporting = useMutation({
    mutationFn: () => fetchFile('/api/auth/export', m.ordersExportFailed()),
    onSuccess: (content) => {
      saveFile({
        name: `sokoshamba-${dayInNairobi(new Date())}.json`,
        type: 'application/json',
        content,
      });
      showToast('success', m.exportDone());
    },
  });
  return (
    <SettingsRow Icon={Download} title={m.settingsExportTitle()}>
      <FormBanner text={exporting.error?.message ?? null} />
      <Button
        variant="secondary"
        className="justify-self-start"
        isBusy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {m.settingsExportTitle()}
      </Button>
    </SettingsRow>
  );
}

/** `loginName`: the email, or the phone number without one. */
export function DeleteAccount({ loginName }: { loginName: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="min-h-11 justify-self-start px-1 text-muted text-sm underline underline-offset-4"
      >
        {m.deleteAccountButton()}
      </button>
      {isAsking && <Confirmation loginName={loginName} onCancel={() => setIsAsking(false)} />}
    </>
  );
}

const fallbacks = { failed: m.deleteAccountFailed, connectionLost: m.deleteAccountFailed };

function Confirmation({ loginName, onCancel }: { loginName: string; onCancel: () => void }) {
  const erasure = trpc.auth.deleteAccount.useMutation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    resolver: typedResolver(deleteAccountInput),
    defaultValues: { password: '' },
  });
  return (
    <PasswordDialog
      title={m.deleteAccountConfirmTitle({ email: loginName })}
      submitLabel={m.deleteAccountForever()}
      isDestructive
      form={form}
      loginName={loginName}
      send={async (input) => {
        await erasure.mutateAsync(input);
        clearSession();
        dispatchEvent(new Event(LOGGED_OUT));
        showToast('success', m.accountDeletedMessage());
        await navigate({ to: '/', replace: true });
        queryClient.clear();
      }}
      fallbacks={fallbacks}
      onClose={onCancel}
    >
      <p>{m.settingsDeleteLead()}</p>
      <p>{m.deleteAccountConfirmText()}</p>
    </PasswordDialog>
  );
}
