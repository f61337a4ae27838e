import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { failureText } from '#platform/web/client/failure.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

type ImportFileProps = {
  label: string;
  hint: string;
  charactersMax: number;
  onImport: (text: string) => Promise<string>;
};

export function ImportFile({ label, hint, charactersMax, onImport }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<{ isDone: boolean; text: string } | null>(null);

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setIsBusy(true);
    try {
      const text = await file.text();
      setAnswer(
        text.length > charactersMax
          ? { isDone: false, text: m.errorPayloadTooLarge() }
          : { isDone: true, text: await onImport(text) },
      );
    } catch (error) {
      setAnswer({ isDone: false, text: failureText(error, m.sendFailed()) });
    }
    // Choosing the same file again must fire a change.
    target.value = '';
    setIsBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2 max-sm:w-full">
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={() => input.current?.click()}
        className="max-sm:w-full"
      >
        <Upload aria-hidden="true" className="size-5" />
        {label}
      </Button>
      <p className="text-muted text-sm">{hint}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={read}
      />
      {answer && (
        <Notice type={answer.isDone ? 'success' : 'error'} className="w-full">
          <p className="whitespace-pre-line wrap-anywhere">{answer.text}</p>
        </Notice>
      )}
    </div>
  );
}
