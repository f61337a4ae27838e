import { NoticeSettings } from '#features/notifications/web/notice-settings.tsx';
import { PriceAlertList } from '#features/prices/web/price-alert-list.tsx';

export const NotificationSettings = () => (
  <NoticeSettings>
    <PriceAlertList />
  </NoticeSettings>
);
