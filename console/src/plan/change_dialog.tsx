import { useQueryClient } from '@tanstack/preact-query';
import { day, money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { type AccountPlan, changePlan, type Plan, type Usage } from './calls';
import { costOf, isHigher, nextMonth } from './cost';

interface ChangeProps {
  wanted: Plan;
  current: Plan;
  held: AccountPlan;
  usage: Usage;
  plans: Plan[];
  onClose: () => void;
}

/** The effects and costs of another plan, before it is chosen. */
export function ChangeDialog({ wanted, current, held, usage, plans, onClose }: ChangeProps) {
  const t = useTexts().plan;
  const queries = useQueryClient();
  const change = async () => {
    const next = await changePlan(wanted.name);
    announce(next.next_plan ? t.will_change(next.next_plan, day(next.next_plan_at!)) : t.changed(next.plan));
    void queries.invalidateQueries({ queryKey: ['plan'] });
    void queries.invalidateQueries({ queryKey: ['account'] });
  };
  const isKept = wanted.name === current.name;
  const isUp = isHigher(wanted, current);
  const title = isKept
    ? t.keep_title(current.name)
    : isUp
      ? t.upgrade_title(wanted.name)
      : t.downgrade_title(wanted.name);
  return (
    <ConfirmDialog
      title={title}
      action={isKept ? t.keep : isUp ? t.upgrade : t.downgrade}
      refusals={{ PLAN_WORKSPACE_LIMIT: t.limit }}
      onConfirm={change}
      onClose={onClose}
    >
      {isKept ? (
        <p>{t.keep_advice(held.next_plan ?? '')}</p>
      ) : (
        <ul class="bullets">
          {(isUp ? effectsOfUpgrade : effectsOfDowngrade)(t, wanted, pricing(usage, plans) ?? current, usage).map(
            (effect) => (
              <li key={effect}>{effect}</li>
            ),
          )}
        </ul>
      )}
    </ConfirmDialog>
  );
}

type PlanTexts = ReturnType<typeof useTexts>['plan'];

/** The plan that this month is billed by: its highest. */
const pricing = ({ plan }: Usage, plans: Plan[]) => plans.find(({ name }) => name === plan);

const effectsOfUpgrade = (
  { upgrade_effects: t, quota, workspaces }: PlanTexts,
  wanted: Plan,
  now: Plan,
  usage: Usage,
) => [
  t.at_once(quota(wanted.quota), workspaces(wanted.workspaces)),
  ...(isHigher(wanted, now) ? [t.prices(wanted.name, money(wanted.price), money(now.price))] : []),
  t.forecast(money(costOf(isHigher(wanted, now) ? wanted : now, usage.forecast)), money(costOf(now, usage.forecast))),
];

const effectsOfDowngrade = (
  { downgrade_effects: t, quota, workspaces }: PlanTexts,
  wanted: Plan,
  now: Plan,
  usage: Usage,
) => [
  t.later(day(nextMonth())),
  t.prices(money(wanted.price), quota(wanted.quota)),
  t.forecast(money(costOf(wanted, usage.forecast)), money(costOf(now, usage.forecast))),
  t.workspaces(workspaces(wanted.workspaces)),
];
