import {
  Boxes,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  ShoppingBasket,
  Sprout,
  Wallet,
} from 'lucide-react';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { DashboardTab } from '#platform/web/shell/dashboard-search.ts';

export const tabLabels: Record<DashboardTab, () => string> = {
  overview: m.farmTabOverview,
  products: m.farmTabProducts,
  inventory: m.farmTabInventory,
  orders: m.farmTabOrders,
  payments: m.farmTabPayments,
  profile: m.farmTabProfile,
  settings: m.farmTabSettings,
};

export const tabIcons: Record<DashboardTab, LucideIcon> = {
  overview: LayoutDashboard,
  products: ShoppingBasket,
  inventory: Boxes,
  orders: ClipboardList,
  payments: Wallet,
  profile: Sprout,
  settings: Settings,
};
