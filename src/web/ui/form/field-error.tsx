/** What is wrong with a field. The space that announces it is there before the sentence, or some readers miss the first one. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {text && (
        <p id={id} className="flex gap-1.5 font-medium text-sm text-soil">
          <svg aria-hidden="true" viewBox="0 0 20 20" className="mt-0.5 size-4.5 shrink-0" fill="currentColor">
            <path d="M10 1.7a8.3 8.3 0 1 0 0 16.6 8.3 8.3 0 0 0 0-16.6Zm-1 4h2v5.6H9V5.7Zm1 9.2a1.25 1.25 0 1 1 0-2.5 1.25 1.25 0 0 1 0 2.5Z" />
          </svg>
          {text}
        </p>
      )}
    </div>
  );
}
