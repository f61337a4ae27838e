import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';

type ShownOnceProps = { title: string; text: string; secret: string; onClose: () => void };

export function ShownOnce({ title, text, secret, onClose }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // Without the permission, the user can copy the selected text.
      field.current?.select();
    }
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <p>{text}</p>
      <div className="mt-3 grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <input
          ref={field}
          readOnly
          value={secret}
          aria-label={title}
          onFocus={(event) => event.currentTarget.select()}
          className="input font-mono text-sm"
        />
        <Button variant="secondary" onClick={copy}>
          {isCopied ? (
            <Check aria-hidden="true" className="size-5" />
          ) : (
            <Copy aria-hidden="true" className="size-5" />
          )}
          {isCopied ? m.copiedText() : m.copyText()}
        </Button>
      </div>
    </Dialog>
  );
}
