import { PersonPage } from '../app/person_page';
import { QuotaBar } from '../charts/quota_bar';
import { money, monthName } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { type Plan, type Usage, usePlan } from './calls';
import { costOf } from './cost';
import { Plans } from './plans';
import { Statements } from './statements';

export default function PlanPage() {
  const t = useTexts().plan;
  const plan = usePlan();
  return (
    <PersonPage name="plan">
      {plan.isError && <Failure error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <Placeholder lines={8} />}
      {plan.data && (
        <>
          <UsageOfMonth usage={plan.data.usage} plans={plan.data.plans} />
          <Section title={t.plans}>
            <p class="quiet-text section-advice">{t.plans_advice}</p>
            <Plans {...plan.data} />
          </Section>
        </>
      )}
      <Statements />
    </PersonPage>
  );
}

function UsageOfMonth({ usage, plans }: { usage: Usage; plans: Plan[] }) {
  const t = useTexts().plan;
  const { month, transactions, quota, forecast, overage_transactions, overage_amount } = usage;
  const plan = plans.find(({ name }) => name === usage.plan);
  return (
    <>
      <QuotaBar
        title={t.used(monthName(month))}
        summary={t.used_summary(transactions, quota, forecast)}
        used={transactions}
        quota={quota}
        forecast={forecast}
      />
      <p class="panel-foot">
        {overage_transactions > 0 && `${t.over(overage_transactions, money(overage_amount))} `}
        {plan && t.costs(money(costOf(plan, forecast)))}
      </p>
    </>
  );
}
