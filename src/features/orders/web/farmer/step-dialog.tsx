import { type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useRefreshOrders } from '#farms/web/farmer-data.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { saveChange, sayPending } from '#platform/web/offline/lazy-queue.ts';
import { useIsShown } from '#platform/web/ui/browser/screen-state.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { FormDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';
import type { QueuedStep } from '../offline.ts';
import type { FarmerOrder } from './use-orders.ts';

export type StepProps = {
  order: FarmerOrder;
  onClose: () => void;
  onHandedOver?: (order: FarmerOrder) => void;
};

type StepDialogProps<Values extends FieldValues, Input> = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  dismissLabel?: string;
  isDestructive?: boolean;
  form: UseFormReturn<Values, unknown, Input>;
  fields?: readonly FieldPath<Values>[];
  /** Null if something else reports it. */
  done: string | null;
  onDone?: () => void;
  onClose: () => void;
  children?: ReactNode;
} & (
  | { save: (input: Input) => Promise<unknown>; queued?: undefined }
  | { save?: undefined; queued: QueuedStep }
);

const fallbacks = { failed: m.orderStepFailed, connectionLost: m.orderStepOffline };

export function StepDialog<Values extends FieldValues, Input extends { orderId: number }>(
  props: StepDialogProps<Values, Input>,
) {
  const {
    title,
    text,
    confirmLabel,
    dismissLabel,
    isDestructive = false,
    form,
    fields = [],
    save,
    queued,
    done,
    onDone,
    onClose,
    children,
  } = props;
  const [banner, setBanner] = useState<string | null>(null);
  const refresh = useRefreshOrders();

  const isShown = useIsShown();

  const saveStep = (input: Input, kind: QueuedStep) => {
    const { orderId: id } = input;
    const entry = { kind, subject: `order:${id}`, input, parts: { id } };
    return saveChange({ entry, isShown });
  };

  const submit = form.handleSubmit(async (input) => {
    try {
      const pending = queued ? await saveStep(input, queued) : null;
      await save?.(input);
      if (pending) sayPending(pending);
      else {
        if (done) showToast('success', done);
        onDone?.();
      }
      onClose();
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
    }
    // The screen may be out of date, also after a refusal. The queue refetches for a pending
    // change.
    if (save) await refresh();
  });

  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      cancelLabel={dismissLabel}
      isDestructive={isDestructive}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <div className="grid gap-2 text-muted">{text}</div>
      {children}
    </FormDialog>
  );
}
