import { type FormEvent, useState } from 'react';
import { useDeskSearch } from '#features/operator/web/desk-search.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useIsWide } from '#platform/web/ui/browser/use-is-wide.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CasePageView } from './case-page.tsx';
import { FoundList } from './found-list.tsx';
import { Queue } from './queue.tsx';

/** The list of cases, and the open one beside it; on a phone one after the other. */
export function CasesTab() {
  const { open, find, go } = useDeskSearch();
  const isWide = useIsWide('lg');
  const list = (
    <section aria-label={m.deskTabCases()} className="grid min-w-0 content-start gap-3">
      <SearchForm key={find} />
      {find ? <FoundList text={find} /> : <Queue />}
    </section>
  );
  const page = open && (
    <section aria-label={m.deskCase()} className="min-w-0">
      {!isWide && (
        <Button variant="quiet" size="small" onClick={() => go({ open: null })}>
          <span aria-hidden="true">←</span> {m.deskBack()}
        </Button>
      )}
      <CasePageView key={`${open.page}-${open.id}`} open={open} />
    </section>
  );
  if (!isWide) return page ?? list;
  return (
    <div className="grid grid-cols-[minmax(20rem,26rem)_1fr] gap-5">
      {list}
      {page ?? (
        <p className="self-start rounded-card border border-line border-dashed p-8 text-center text-muted">
          {m.deskChooseCase()}
        </p>
      )}
    </div>
  );
}

/** By the number of an order, a receipt, a phone number or a name. */
function SearchForm() {
  const { find, go } = useDeskSearch();
  const [text, setText] = useState(find);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go({ find: text.trim(), open: null });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={m.deskSearch()}
        type="search"
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        {m.deskFind()}
      </Button>
    </form>
  );
}
