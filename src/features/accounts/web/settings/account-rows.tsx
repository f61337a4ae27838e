import { Image, KeyRound, Languages, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { changePasswordForms } from '#accounts/rules/account-input.ts';
import { languages } from '#rules/language.ts';
import {
  type PictureChoice as Choice,
  pictureChoices,
  type ToWorker,
} from '#rules/service-worker.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, FormBanner, QueryView } from '#ui/feedback.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { dateText, momentText } from '#ui/format.ts';
import {
  isCommonPassword,
  NewPasswordFields,
  newPasswordHints,
  PasswordField,
} from '#ui/password-fields.tsx';
import { SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { setLanguage } from '#web/page-frame.tsx';
import { failureText, readFailure } from '#web/rpc.ts';
import { deviceStore } from '#web/storage.ts';
import { trpc } from '#web/trpc.ts';

/** In its own language, so that users find theirs without reading the other one. */
const names: Record<Language, string> = { en: 'English', sw: 'Kiswahili' };

export function LanguageChoice() {
  const current = getLocale();
  const { client } = trpc.useUtils();
  const choose = async (language: Language) => {
    // Also for mails. If it cannot be saved now, the page changes anyway.
    await client.auth.setLanguage.mutate({ language }).catch(() => {});
    setLanguage(language);
  };
  return (
    <SettingsRow Icon={Languages} title={m.languageSwitchLabel()} value={names[current]}>
      <fieldset aria-label={m.languageSwitchLabel()} className="flex flex-wrap gap-3">
        {languages.map((language) => (
          <label
            key={language}
            lang={language}
            className="flex min-h-12 flex-1 items-center gap-3 rounded-field border-[1.5px] border-edge px-4 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-on-leaf-soft"
          >
            <input
              type="radio"
              name="language"
              value={language}
              checked={language === current}
              onChange={() => void choose(language)}
              className="size-5 accent-leaf-solid"
            />
            {names[language]}
          </label>
        ))}
      </fieldset>
    </SettingsRow>
  );
}

const labels = {
  usual: m.picturesUsual,
  small: m.picturesSmall,
  none: m.picturesNone,
} as const satisfies Record<Choice, () => string>;

/** A setting of the device, not of the user. The service worker filters the photos. */
const KEY = 'pictures';

function readChoice(): Choice {
  const kept = deviceStore.read(KEY);
  return pictureChoices.find((choice) => choice === kept) ?? 'usual';
}

export function PictureChoice() {
  const [chosen, setChosen] = useState(readChoice);
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return null;
  const choose = (pictures: Choice) => {
    setChosen(pictures);
    worker.postMessage({ type: 'pictures', pictures } satisfies ToWorker);
    deviceStore.write(KEY, pictures);
  };
  return (
    <SettingsRow Icon={Image} title={m.picturesTitle()} value={labels[chosen]()}>
      <p className="text-muted">{m.picturesLead()}</p>
      <fieldset aria-label={m.picturesTitle()} className="grid gap-2">
        {pictureChoices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-12 items-center gap-3 rounded-field border-[1.5px] border-edge px-4 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-on-leaf-soft"
          >
            <input
              type="radio"
              name="pictures"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
              className="size-5 accent-leaf-solid"
            />
            {labels[choice]()}
          </label>
        ))}
      </fieldset>
      {savesData() && chosen === 'usual' && (
        <p className="text-muted text-sm">{m.picturesSaved()}</p>
      )}
    </SettingsRow>
  );
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

const resolvers = {
  buyer: typedResolver(changePasswordForms.buyer),
  farmer: typedResolver(changePasswordForms.farmer),
};

const fallbacks = { failed: m.saveFailed, connectionLost: m.messagesOffline };

export function PasswordForm({ loginName, forRole }: { loginName: string; forRole: Role }) {
  const { form, banner, clearBanner, submit } = useChangePassword(forRole);
  const { isSubmitting } = form.formState;
  return (
    <SettingsRow Icon={KeyRound} title={m.settingsPasswordTitle()}>
      <form onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
        <input type="text" autoComplete="username" value={loginName} readOnly hidden />
        <PasswordField
          label={m.currentPasswordLabel()}
          autoComplete="current-password"
          {...fieldOf(form, 'currentPassword')}
        />
        <NewPasswordFields
          form={form}
          label={m.newPasswordLabel()}
          hint={newPasswordHints[forRole]()}
          isCommon={isCommonPassword}
        />
        <FormBanner text={banner} />
        <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
          {m.settingsPasswordTitle()}
        </Button>
      </form>
    </SettingsRow>
  );
}

type Change = z.infer<(typeof changePasswordForms)[Role]>;

function useChangePassword(role: Role) {
  const { auth } = trpc.useUtils();
  const { mutateAsync } = trpc.auth.changePassword.useMutation({
    onSuccess: () => void auth.sessions.invalidate(),
  });
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<Change>({
    resolver: resolvers[role],
    mode: 'onTouched',
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });

  async function change({ currentPassword, password }: Change) {
    try {
      await mutateAsync({ currentPassword, newPassword: password });
    } catch (error) {
      const failure = readFailure(error);
      const { newPassword: wrong, ...fieldErrors } = failure.fieldErrors;
      const named = {
        ...failure,
        fieldErrors: { ...fieldErrors, ...(wrong && { password: wrong }) },
      };
      setBanner(showFailure(form, ['currentPassword', 'password'], { failure: named, fallbacks }));
      return;
    }
    form.reset();
    showToast('success', m.passwordChangedMessage());
  }

  return { form, banner, clearBanner: () => setBanner(null), submit: form.handleSubmit(change) };
}

type OpenSession = {
  id: number;
  device: string | null;
  isCurrent: boolean;
  isRemembered: boolean;
  createdAt: string;
  lastUsedAt: string;
};

/** `onEnded` leaves the dashboard, because logging out everywhere ends this session too. */
export function SessionList({ onEnded }: { onEnded: () => void }) {
  const sessions = trpc.auth.sessions.useQuery();
  const [isAsking, setIsAsking] = useState(false);
  const end = trpc.auth.logoutEverywhere.useMutation({
    onSuccess: onEnded,
    onError: (error) => showToast('error', failureText(error, m.logoutEverywhereFailed())),
    onSettled: () => setIsAsking(false),
  });
  return (
    <SettingsRow
      Icon={MonitorSmartphone}
      title={m.settingsSessionsTitle()}
      value={sessions.data && String(sessions.data.length)}
    >
      <QueryView query={sessions} skeleton={<Skeleton className="h-20" />}>
        {(open) => (
          <ul className="divide-y divide-line">
            {open.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {m.logoutEverywhereButton()}
      </Button>
      <ConfirmDialog
        title={m.logoutEverywhereTitle()}
        text={m.logoutEverywhereText()}
        confirmLabel={m.logoutEverywhereButton()}
        isOpen={isAsking}
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </SettingsRow>
  );
}

function SessionLine({
  session: { device, isCurrent, isRemembered, createdAt, lastUsedAt },
}: {
  session: OpenSession;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{device || m.sessionUnknownDevice()}</p>
        <p className="text-muted text-sm">
          {m.sessionLastUsed({ when: momentText(lastUsedAt) })} ·{' '}
          {m.sessionSince({ date: dateText(createdAt) })}
        </p>
      </div>
      <div className="flex gap-2">
        {isCurrent && <Badge>{m.sessionCurrent()}</Badge>}
        {isRemembered && <Badge tone="plain">{m.sessionRemembered()}</Badge>}
      </div>
    </li>
  );
}
