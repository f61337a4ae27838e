import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { REASON_MAX } from '#orders/rules/limits.ts';
import { m } from '#text';
import { FormDialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { reportConversationInput } from '../rules/message.ts';

type Values = { conversationId: number; reason: string };

const resolver = typedResolver<Values, typeof reportConversationInput>(
  reportConversationInput,
  (values) => values,
);
const fallbacks = { failed: m.sendFailed, connectionLost: m.messagesOffline };

export function ReportDialog({
  conversationId,
  onClose,
}: {
  conversationId: number;
  onClose: () => void;
}) {
  const { client } = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<Values, unknown, z.output<typeof reportConversationInput>>({
    resolver,
    defaultValues: { conversationId, reason: '' },
  });
  const submit = form.handleSubmit(async (report) => {
    try {
      await client.conversations.report.mutate(report, {
        context: { idempotencyKey: createIdempotencyKey() },
      });
      showToast('success', m.messagesReported());
      onClose();
    } catch (error) {
      setBanner(showFailure(form, ['reason'], { failure: readFailure(error), fallbacks }));
    }
  });
  return (
    <FormDialog
      title={m.messagesReportTitle()}
      submitLabel={m.messagesReportSend()}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
      cancelLabel={null}
    >
      <p className="text-muted">{m.messagesReportText()}</p>
      <TextAreaField
        label={m.messagesReportReason()}
        maxLength={REASON_MAX}
        rows={3}
        {...fieldOf(form, 'reason')}
      />
    </FormDialog>
  );
}
