import type { OperatorRole } from '#features/operator/rules/operator-roles.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

const roles: Record<OperatorRole, () => string> = {
  reader: m.deskRoleReader,
  support: m.deskRoleSupport,
  finance: m.deskRoleFinance,
  lead: m.deskRoleLead,
};

export const roleText = (role: OperatorRole): string => roles[role]();
