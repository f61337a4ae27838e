import { Boxes, ClipboardList, LayoutDashboard, type LucideIcon, Settings, ShoppingBasket, Sprout, Wallet } from 'lucide-react';
import type { DashboardTab } from '#web/features/dashboard/dashboard-search.ts';

export const tabIcons: Record<DashboardTab, LucideIcon> = {
  overview: LayoutDashboard,
  products: ShoppingBasket,
  inventory: Boxes,
  orders: ClipboardList,
  payments: Wallet,
  profile: Sprout,
  settings: Settings,
};
