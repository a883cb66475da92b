import { useState } from 'preact/hooks';
import { day, money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import type { AccountPlan, Plan, Usage } from './calls';
import { ChangeDialog } from './change_dialog';
import { isHigher } from './cost';

interface PlansProps {
  plans: Plan[];
  held: AccountPlan;
  usage: Usage;
}

/** The plans side by side: the current one, the next one, and buttons for the others. */
export function Plans({ plans, held, usage }: PlansProps) {
  const t = useTexts().plan;
  const [wanted, setWanted] = useState<Plan>();
  const current = plans.find(({ name }) => name === held.plan);
  const inOrder = [...plans].sort((a, b) => (isHigher(a, b) ? 1 : -1));
  if (!current) return null;
  return (
    <>
      <ul class="plans">
        {inOrder.map((plan) => (
          <li key={plan.name} class={plan === current ? 'card plan held' : 'card plan'}>
            <h3>{plan.name}</h3>
            <p class="plan-price">
              <span class="money">{money(plan.price)}</span> <small>{t.month}</small>
            </p>
            <ul class="quiet-text">
              <li>{t.quota(plan.quota)}</li>
              <li>{t.workspaces(plan.workspaces)}</li>
              <li>{t.overage(money(plan.overage_price))}</li>
            </ul>
            <PlanState plan={plan} current={current} held={held} onWant={() => setWanted(plan)} />
          </li>
        ))}
      </ul>
      {wanted && <ChangeDialog {...{ wanted, current, held, usage, plans }} onClose={() => setWanted(undefined)} />}
    </>
  );
}

function PlanState({
  plan,
  current,
  held,
  onWant,
}: {
  plan: Plan;
  current: Plan;
  held: AccountPlan;
  onWant: () => void;
}) {
  const t = useTexts().plan;
  if (plan.name === current.name)
    return (
      <div class="plan-state">
        <Badge tone="good">{t.held}</Badge>
        {held.next_plan && (
          <Button small onClick={onWant}>
            {t.keep}
          </Button>
        )}
      </div>
    );
  if (plan.name === held.next_plan)
    return (
      <div class="plan-state">
        <Badge tone="wait">{t.waits(day(held.next_plan_at!))}</Badge>
      </div>
    );
  const isUp = isHigher(plan, current);
  return (
    <div class="plan-state">
      <Button small onClick={onWant} label={`${isUp ? t.upgrade : t.downgrade}: ${plan.name}`}>
        {isUp ? t.upgrade : t.downgrade}
      </Button>
    </div>
  );
}
