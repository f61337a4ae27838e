import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorRole, operatorRoles, REASON_MAX } from '#operator/rules/desk-input.ts';
import { roleText } from '#operator/rules/desk-texts.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, type BadgeTone, FormBanner, Notice, QueryView } from '#ui/feedback.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { momentText } from '#ui/format.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { inputFacts, operationText } from '../case-texts.ts';
import { deskFailure, deskQueries, perform } from '../desk-client.ts';

const changes = {
  invite: m.deskOpInvite,
  newOperatorLink: m.deskOpLink,
  changeRole: m.deskOpRole,
  closeOperator: m.deskOpClose,
} as const;
type Change = keyof typeof changes;
const takesRole = (change: Change) => change === 'invite' || change === 'changeRole';
const takesEmail = (change: Change) => change === 'invite' || change === 'newOperatorLink';

export function PeopleTab() {
  const people = trpc.desk.people.useQuery();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <QueryView query={people} skeleton={<Skeleton className="h-64 w-full" />}>
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-card">
            {rows.map(({ name, role, closedAt, linkExpiresAt }) => (
              <li key={name} className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2">
                <span className="font-semibold">{name}</span>
                <span className="text-muted">{roleText(role)}</span>
                {closedAt && <Badge tone="soil">{m.closedBadge()}</Badge>}
                {!closedAt && linkExpiresAt && (
                  <Badge tone="sky">{m.deskLinkUntil({ moment: momentText(linkExpiresAt) })}</Badge>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ChangePeople />
    </div>
  );
}

function ChangePeople() {
  const [change, setChange] = useState<Change>('invite');
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const changing = useMutation({
    mutationFn: () =>
      perform(change, {
        input: {
          name: name.trim(),
          reason,
          ...(takesRole(change) && { role }),
          ...(takesEmail(change) && { email }),
        },
      }),
    onSuccess: () => void deskQueries.invalidateQueries(),
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    changing.mutate();
  };
  return (
    <details className="rounded-card border border-line bg-card px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-bold">
        {m.deskChangePeople()}
      </summary>
      <form onSubmit={submit} className="grid gap-4 py-3" noValidate>
        <p>{m.deskTakesTwo()}</p>
        <SelectField
          label={m.deskWhat()}
          value={change}
          options={Object.entries(changes).map(([value, label]) => ({ value, label: label() }))}
          onChange={(event) => setChange(event.target.value as Change)}
        />
        <TextField
          label={m.deskName()}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {takesRole(change) && (
          <SelectField
            label={m.deskRole()}
            value={role}
            options={operatorRoles.map((value) => ({ value, label: roleText(value) }))}
            onChange={(event) => setRole(event.target.value as OperatorRole)}
          />
        )}
        {takesEmail(change) && (
          <TextField
            label={m.emailLabel()}
            hint={m.deskLinkHint()}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <TextField
          label={m.orderReasonLabel()}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormBanner text={deskFailure(changing.error)} />
        {changing.data && <Notice type="success">{changing.data}</Notice>}
        <Button type="submit" isBusy={changing.isPending}>
          {m.deskRequest()}
        </Button>
      </form>
    </details>
  );
}

const outcomes: Record<string, { label: () => string; tone: BadgeTone }> = {
  done: { label: m.deskOutcomeDone, tone: 'leaf' },
  requested: { label: m.deskOutcomeRequested, tone: 'sky' },
  refused: { label: m.deskOutcomeRefused, tone: 'soil' },
  looked: { label: m.deskOutcomeLooked, tone: 'plain' },
};

export function LogTab() {
  const [before, setBefore] = useState<(number | null)[]>([null]);
  const log = trpc.desk.log.useQuery({ beforeId: before.at(-1) ?? null });
  return (
    <div className="grid gap-4">
      <Verdict />
      <QueryView query={log} skeleton={<Skeleton className="h-96 w-full" />}>
        {(rows) => (
          <>
            <ol className="divide-y divide-line rounded-card border border-line bg-card">
              {rows.map(({ id, operator, action, outcome, details, device, happenedAt }) => (
                <li key={id} className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[12rem_1fr_auto]">
                  <p className="text-muted text-sm leading-6">{momentText(happenedAt)}</p>
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-2">
                      <span className="font-semibold">{operator}</span>
                      {operationText(action)}
                      <Badge tone={outcomes[outcome]?.tone ?? 'plain'}>
                        {outcomes[outcome]?.label() ?? outcome}
                      </Badge>
                    </p>
                    <p className="break-words text-muted text-sm">
                      {inputFacts(details)
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(' · ')}
                    </p>
                  </div>
                  <p className="text-muted text-sm leading-6">{device}</p>
                </li>
              ))}
            </ol>
            <div className="flex gap-2">
              {before.length > 1 && (
                <Button variant="secondary" onClick={() => setBefore(before.slice(0, -1))}>
                  {m.deskNewer()}
                </Button>
              )}
              {(rows.at(-1)?.id ?? 1) > 1 && (
                <Button
                  variant="secondary"
                  onClick={() => setBefore([...before, rows.at(-1)?.id ?? null])}
                >
                  {m.deskOlder()}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

function Verdict() {
  const verdict = trpc.desk.verifyLog.useQuery(undefined, { enabled: false });
  const { data } = verdict;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        isBusy={verdict.isFetching}
        onClick={() => void verdict.refetch()}
      >
        {m.deskVerifyLog()}
      </Button>
      {data && (
        <Notice type={data.outcome === 'intact' ? 'success' : 'error'}>{verdictText(data)}</Notice>
      )}
      {verdict.isError && <Notice type="error">{m.loadFailed()}</Notice>}
    </div>
  );
}

function verdictText(found: RouterOutputs['desk']['verifyLog']): string {
  switch (found.outcome) {
    case 'intact':
      return m.deskLogIntact({ rows: found.rows, published: found.published });
    case 'rowWrong':
      return m.deskLogRowWrong({ id: found.id });
    case 'endWrong':
      return m.deskLogEndWrong({ rows: found.rows, recorded: found.recorded });
    case 'rewritten':
      return m.deskLogRewritten({ rows: found.head.rows });
  }
}
