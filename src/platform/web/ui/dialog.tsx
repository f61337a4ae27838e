import { useEffect, useId, useRef } from 'react';
import { m } from '#text';
import { useCloseOnBack } from './browser/use-close-on-back.ts';
import { BreakableText } from './contact-text.tsx';
import { Button, classNames } from './elements.tsx';
import { FormBanner } from './feedback.tsx';

const OPERABLE =
  ':is(input:not([type="hidden"], [type="file"], [hidden]), select, textarea, button)';

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: React.ReactNode;
  actions?: React.ReactNode;
  isBroad?: boolean;
  initialFocus?: React.RefObject<HTMLElement | null>;
};

/**
 * The browser's own dialog, which traps the focus and closes on Escape. Long content scrolls
 * between title and buttons.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isBroad = false,
  initialFocus,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    const before = document.activeElement;
    element.showModal();
    // The browser would focus Close, which comes first.
    const first = initialFocus?.current ?? body.current?.querySelector<HTMLElement>(OPERABLE);
    // Keys can scroll a text only if it takes the focus.
    if (!first && body.current) body.current.tabIndex = 0;
    first?.focus();
    return () => {
      element.close();
      // The browser restores the focus only if the dialog is still on the page.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [isOpen, initialFocus]);

  useCloseOnBack(isOpen, onClose);

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's equivalent of a click outside is Escape, which the browser handles
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field inside the dialog also fires 'cancel' when no file was chosen.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={classNames(
        'm-auto max-h-[calc(100dvh-1rem)] w-[calc(100vw-2rem)] overflow-hidden rounded-card border border-line bg-card text-ink shadow-raised backdrop:bg-black/55',
        'max-sm:mb-0 max-sm:w-screen max-sm:max-w-none max-sm:rounded-b-none',
        isBroad ? 'max-w-prose' : 'max-w-form',
      )}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-6">
          <h2 id={titleId} className="wrap-anywhere min-w-0 pt-2 font-bold text-xl">
            <BreakableText>{title}</BreakableText>
          </h2>
          <button
            type="button"
            aria-label={m.close()}
            onClick={onClose}
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-line/60"
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
              <path
                d="m6 6 12 12M18 6 6 18"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
          </button>
        </div>
        <div
          ref={body}
          className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-2 pb-5 sm:px-6"
        >
          {children}
        </div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-3 border-line border-t px-5 py-4 max-sm:*:flex-auto max-sm:*:px-3 sm:px-6">
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}

/** The first wrong field or error of a form, or else its banner. */
const WRONG = '[aria-invalid="true"], [id$="-error"], [role="alert"]';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => unknown;
  onChange: () => void;
  banner: string | null;
  onClose: () => void;
  children: React.ReactNode;
  cancelLabel?: string | null | undefined;
  isDestructive?: boolean;
};

export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isBusy, onSubmit, onChange, banner, onClose, children } = props;
  const { cancelLabel = m.cancel(), isDestructive = false } = props;
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!banner) return;
    const wrong = form.current?.querySelector<HTMLElement>(WRONG);
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.focus();
  }, [banner]);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      {...(isDestructive && { initialFocus: cancel })}
      actions={
        <>
          {cancelLabel !== null && (
            <Button ref={cancel} variant="secondary" onClick={onClose}>
              {cancelLabel}
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant={isDestructive ? 'danger' : 'primary'}
            isWide={cancelLabel === null}
            isBusy={isBusy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        onSubmit={onSubmit}
        onChange={onChange}
        noValidate
        className="grid gap-4"
      >
        {children}
        <FormBanner text={banner} />
      </form>
    </Dialog>
  );
}

type ConfirmDialogProps = {
  /** Names the affected thing: "Delete Dry maize, grade 1?" */
  title: string;
  text?: React.ReactNode;
  confirmLabel: string;
  /** "Cancel" by default. Next to "Cancel order" that would be ambiguous. */
  dismissLabel?: string;
  isOpen: boolean;
  isBusy?: boolean;
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    confirmLabel,
    dismissLabel,
    isOpen,
    isBusy = false,
    isDestructive = true,
    onConfirm,
    onCancel,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={onCancel}>
            {dismissLabel ?? m.cancel()}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
