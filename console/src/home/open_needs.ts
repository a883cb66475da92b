import { inHours } from '../api/times';
import { isMoreThan, type OpenCounts } from '../app/open_counts';
import { pageOf } from '../app/workspace';
import { dayOf } from '../texts/format';
import type { Texts } from '../texts/use_texts';
import type { IconName } from '../ui/icon';

export interface OpenNeed {
  tone: 'warm' | 'bad' | 'good';
  icon: IconName;
  text: string;
  /** The list that shows it. */
  href?: string;
}

/** What needs review in a Workspace, each with its list; one entry that says so if nothing does. */
export function openNeeds(t: Texts['home']['needs'], ws: string, counts: OpenCounts): OpenNeed[] {
  const { needs_attention: transfers, merchants_not_notified: untold, webhooks_not_notified: unsent } = counts;
  const needs: OpenNeed[] = [];
  if (transfers > 0)
    needs.push({
      tone: 'warm',
      icon: 'triangle-alert',
      text: t.transfers(transfers, isMoreThan(transfers)),
      href: `${pageOf(ws, 'transactions')}?attention=open`,
    });
  if (untold > 0)
    needs.push({
      tone: 'bad',
      icon: 'circle-x',
      text: t.untold(untold, isMoreThan(untold)),
      href: `${pageOf(ws, 'links')}?attention=open`,
    });
  if (unsent > 0)
    needs.push({
      tone: 'bad',
      icon: 'webhook',
      text: t.unsent(unsent, isMoreThan(unsent)),
      // The service counts those of the last seven days.
      href: `${pageOf(ws, 'deliveries')}?tab=webhooks&status=failed&from=${dayOf(inHours(-7 * 24))}`,
    });
  return needs.length > 0 ? needs : [{ tone: 'good', icon: 'circle-check', text: t.none }];
}
