import { type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useRefreshOrders } from '#features/farms/web/farmer-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { sayKept, sendOrKeep } from '#platform/web/offline/lazy-queue.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';
import type { FarmerOrder } from './use-orders.ts';

/** The props of every step's dialog. */
export type StepProps = {
  order: FarmerOrder;
  onClose: () => void;
  /** Called when the goods were handed over. */
  onHandedOver?: (order: FarmerOrder) => void;
};

type StepDialogProps<Values extends FieldValues, Input> = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** Defaults to "Cancel". */
  dismissLabel?: string;
  isDestructive?: boolean;
  form: UseFormReturn<Values, unknown, Input>;
  fields?: readonly FieldPath<Values>[];
  /** The toast when the step is done; null if something else shows it. */
  done: string | null;
  onDone?: () => void;
  onClose: () => void;
  children?: ReactNode;
} & (
  | { save: (input: Input) => Promise<unknown>; queued?: undefined }
  /** A step that may be queued offline. */
  | { save?: undefined; queued: QueuedStep<Input> }
);

type RequestOptions = { context?: { idempotencyKey: string }; signal?: AbortSignal };

/** The steps that may be queued (../offline.ts). Steps about money may not. */
type QueuedStep<Input> = {
  kind: 'confirmOrder' | 'rejectOrder' | 'dispatchOrder' | 'completeOrder';
  orderId: number;
  send: (input: Input, options: RequestOptions) => Promise<unknown>;
};

const fallbacks = { failed: m.orderStepFailed, connectionLost: m.orderStepOffline };

/**
 * Asks before a step, collects its input, and reports the result. A refusal stays on screen as a
 * sentence.
 */
export function StepDialog<Values extends FieldValues, Input>(
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

  const saveOrKeep = async (input: Input, { kind, orderId, send }: QueuedStep<Input>) => {
    const entry = { kind, subject: `order:${orderId}`, input, parts: { id: orderId } };
    const done = await sendOrKeep(entry, (options) => send(input, options));
    if (done.outcome === 'kept') sayKept(done.entry);
    return done.outcome === 'kept';
  };

  const submit = form.handleSubmit(async (input) => {
    try {
      const isKept = queued !== undefined && (await saveOrKeep(input, queued));
      await save?.(input);
      if (!isKept && done) showToast('success', done);
      if (!isKept) onDone?.();
      onClose();
      // A refetch would only fail offline.
      if (isKept) return;
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
    }
    // The data on screen may be out of date after a success and after a refusal.
    await refresh();
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
