import { Check, Minus } from 'lucide-react';
import { type PhoneLine, usePhone } from '#accounts/web/use-phone.ts';
import { m } from '#text';
import { Card, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import {
  type NoticeChannel,
  type NoticePreferences,
  type NoticeTopic,
  noticeTopics,
  type SetPreference,
  smsTopics,
} from '../rules/notice.ts';
import { PushSettings } from './push-settings.tsx';

const topicLabels: Record<NoticeTopic, () => string> = {
  orders: m.farmTabOrders,
  money: m.farmTabPayments,
  messages: m.messagesTitle,
  offers: m.noticeTopicOffers,
  reviews: m.noticeTopicReviews,
  prices: m.priceAlertsTitle,
  follows: m.noticeTopicFollows,
};
const channelLabels: Record<NoticeChannel, () => string> = {
  mail: m.emailLabel,
  push: m.noticeSettingsPush,
  sms: m.noticeSettingsSms,
};

export function NoticeSettings() {
  const preferences = trpc.notifications.preferences.useQuery();
  // Without a key this server sends no push messages.
  const key = trpc.push.key.useQuery();
  const publicKey = key.data?.publicKey;
  const { data: line, isLoading: isLineLoading } = usePhone();
  const hasEmail = line?.hasEmail ?? true;
  const channels: NoticeChannel[] = [
    ...(hasEmail ? (['mail'] as const) : []),
    ...(publicKey ? (['push'] as const) : []),
    ...(line?.isVerified ? (['sms'] as const) : []),
  ];
  return (
    <>
      <Card className="grid grid-cols-1 gap-4">
        <QueryView query={preferences} skeleton={<Skeleton className="h-80" />}>
          {({ preferences: wanted }) =>
            isLineLoading ? (
              <Skeleton className="h-80" />
            ) : (
              <PreferencesTable preferences={wanted} channels={channels} />
            )
          }
        </QueryView>
        {line?.isOffered && <SmsNote line={line} />}
      </Card>
      {publicKey && <PushSettings publicKey={publicKey} />}
    </>
  );
}

function SmsNote({ line: { isVerified, isStopped } }: { line: PhoneLine }) {
  if (!isVerified) return <p className="text-muted text-sm">{m.noticeSettingsSmsVerify()}</p>;
  return isStopped && <p className="text-muted text-sm">{m.noticeSettingsSmsStopped()}</p>;
}

type TableProps = { preferences: NoticePreferences; channels: readonly NoticeChannel[] };

function PreferencesTable({ preferences, channels }: TableProps) {
  const change = useChange();
  const accountChannel = channels.includes('mail') ? 'mail' : 'sms';
  return (
    <table className="w-full table-fixed max-sm:text-[0.9375rem]">
      <caption className="sr-only">{m.noticeSettingsTitle()}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="py-2 text-left font-semibold">
            {m.noticeSettingsTopic()}
          </th>
          {channels.map((channel) => (
            <th
              key={channel}
              scope="col"
              className="wrap-normal w-12 py-2 font-semibold text-[0.6875rem] leading-tight sm:w-16 sm:text-sm"
            >
              {channelLabels[channel]()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {noticeTopics.map((topic) => (
          <tr key={topic}>
            <th
              scope="row"
              className="wrap-break-word py-1 text-left font-semibold max-sm:text-sm max-[22rem]:text-xs"
            >
              {topicLabels[topic]()}
            </th>
            {channels.map((channel) => (
              <td key={channel} className="text-center text-muted">
                {isNotified(topic, channel) ? (
                  <label className="mx-auto grid size-12 cursor-pointer place-items-center">
                    <span className="sr-only">
                      {m.noticeSettingsCell({
                        topic: topicLabels[topic](),
                        channel: channelLabels[channel](),
                      })}
                    </span>
                    <input
                      type="checkbox"
                      checked={preferences[topic][channel]}
                      onChange={({ target }) => change({ topic, channel, isOn: target.checked })}
                      className="size-6 cursor-pointer rounded accent-leaf-solid"
                    />
                  </label>
                ) : (
                  <Never />
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th
            scope="row"
            className="py-3 text-left font-semibold max-sm:text-sm max-[22rem]:text-xs"
          >
            {m.noticeTopicAccount()}
          </th>
          {channels.map((channel) => (
            <td key={channel} className="text-center text-muted">
              <AccountCell channel={channel} accountChannel={accountChannel} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function AccountCell({
  channel,
  accountChannel,
}: {
  channel: NoticeChannel;
  accountChannel: NoticeChannel;
}) {
  if (channel !== accountChannel && channel !== 'sms') return <Never />;
  return (
    <>
      <Check className="mx-auto size-5" />
      <span className="wrap-normal text-[0.6875rem] sm:text-xs">
        {channel === accountChannel ? m.noticeSettingsAlways() : m.noticeSettingsCodes()}
      </span>
    </>
  );
}

function Never() {
  return (
    <>
      <Minus className="mx-auto size-5" />
      <span className="wrap-normal text-[0.6875rem] sm:text-xs">{m.noticeSettingsNever()}</span>
    </>
  );
}

const isNotified = (topic: NoticeTopic, channel: NoticeChannel) =>
  channel !== 'sms' || smsTopics.some((bySms) => bySms === topic);

function useChange() {
  const { preferences } = trpc.useUtils().notifications;
  const show = ({ topic, channel, isOn }: SetPreference) =>
    preferences.setData(undefined, (data) => {
      const wanted = data?.preferences;
      return (
        wanted && { preferences: { ...wanted, [topic]: { ...wanted[topic], [channel]: isOn } } }
      );
    });
  const saving = trpc.notifications.setPreferences.useMutation({
    // One after the other, so that the server keeps the last one.
    scope: { id: 'notice-settings' },
    onMutate: async (change) => {
      // A running request would restore the old choice.
      await preferences.cancel();
      show(change);
    },
    onSuccess: () => showToast('success', m.noticeSettingsSaved()),
    onError: (error, change) => {
      show({ ...change, isOn: !change.isOn });
      showToast('error', failureText(error, m.saveFailed()));
    },
  });
  return (change: SetPreference) => {
    // Set before the mutation starts, or the checkbox would briefly jump back.
    show(change);
    saving.mutate(change);
  };
}
