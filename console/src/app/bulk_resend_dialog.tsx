import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import { countUnfinished } from './unfinished';

export type ResendCounts = Schema<'ResendCounts'>;

interface BulkTexts {
  title: string;
  none: string;
  counts: (queued: number, skipped: number) => string;
  action: (queued: number) => string;
  done: (queued: number) => string;
}

interface BulkResendProps {
  texts: BulkTexts;
  /** What is sent, its Workspace and the filters. */
  queryKey: readonly unknown[];
  /** Whether the filters select all failed ones: only then does a later count say what failed again. */
  isOfFailed: boolean;
  /** Counts what the filters match; with a status, instead of the filters' own. */
  count: (status?: 'pending' | 'sending') => Promise<ResendCounts>;
  send: (idempotencyKey: string) => Promise<ResendCounts>;
  onClose: () => void;
}

/** Counts with the same filters first, sends only what the user saw counted, and shows the progress. */
export function BulkResendDialog({ texts, queryKey, isOfFailed, count, send, onClose }: BulkResendProps) {
  const all = useTexts();
  const [sent, setSent] = useState<Sent>();
  const counts = useQuery({
    queryKey: [...queryKey, 'counts'],
    queryFn: async () => {
      const [matching, before] = await Promise.all([count(), countUnfinished(count)]);
      return { ...matching, before };
    },
    enabled: !sent,
    staleTime: 0,
    gcTime: 0,
  });
  const confirm = async (_: unknown, key: string) => {
    const { queued, skipped } = await send(key);
    announce(texts.done(queued));
    setSent({ queued, skipped, before: counts.data?.before ?? 0 });
  };
  if (sent)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <Progress {...{ ...sent, queryKey, isOfFailed, count, onClose }} />
      </Dialog>
    );
  const { queued = 0, skipped = 0 } = counts.data ?? {};
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {counts.isError && <Failure error={counts.error} onRetry={() => void counts.refetch()} />}
      {!counts.isError && queued === 0 && <p role="status">{counts.data ? texts.none : all.attempts.bulk.counting}</p>}
      {queued > 0 && (
        <>
          <p role="status">{texts.counts(queued, skipped)}</p>
          <Form
            submit={texts.action(queued)}
            onSubmit={confirm}
            others={
              <Button kind="quiet" onClick={onClose}>
                {all.common.back}
              </Button>
            }
          />
        </>
      )}
    </Dialog>
  );
}

interface Sent {
  queued: number;
  /** What the filters select but cannot be sent. */
  skipped: number;
  /** How many of the selected ones were already being sent. */
  before: number;
}

type ProgressProps = Pick<BulkResendProps, 'queryKey' | 'isOfFailed' | 'count' | 'onClose'> & Sent;

function Progress({ queryKey, isOfFailed, count, onClose, queued, skipped, before }: ProgressProps) {
  const texts = useTexts();
  const t = texts.attempts.bulk;
  const underway = (unfinished: number) => Math.min(queued, Math.max(0, unfinished - before));
  const unfinished = useQuery({
    queryKey: [...queryKey, 'progress'],
    queryFn: () => countUnfinished(count),
    refetchInterval: ({ state }) => (state.data !== undefined && underway(state.data) === 0 ? false : 1500),
    staleTime: 0,
    gcTime: 0,
  }).data;
  const done = unfinished === undefined ? 0 : queued - underway(unfinished);
  const isOver = done === queued;
  // With others being sent before, it is unknown which ended first.
  const isCertain = isOfFailed && before === 0;
  const left = useQuery({
    queryKey: [...queryKey, 'left'],
    queryFn: () => count(),
    enabled: isOver && isCertain,
    staleTime: 0,
    gcTime: 0,
  }).data;
  const failed = left && Math.min(queued, Math.max(0, left.matched - skipped));
  const told =
    failed !== undefined
      ? t.outcome(queued, failed)
      : isOver && !isCertain
        ? t.tried(queued)
        : t.progress(done, queued);
  return (
    <>
      <progress class="progress" max={queued} value={done} aria-label={t.progress(done, queued)} />
      <p role="status" class={failed ? 'bad-text' : undefined}>
        {told}
      </p>
      {!isOver && <p class="quiet-text">{t.goes_on}</p>}
      <div class="form-buttons">
        <Button kind={isOver ? 'main' : 'plain'} onClick={onClose}>
          {texts.common.close}
        </Button>
      </div>
    </>
  );
}
