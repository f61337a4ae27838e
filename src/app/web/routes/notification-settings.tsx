import { NoticeSettings } from '#notifications/web/notice-settings.tsx';
import { PriceAlertList } from '#prices/web/price-alert-list.tsx';

export const NotificationSettings = () => (
  <NoticeSettings>
    <PriceAlertList />
  </NoticeSettings>
);
