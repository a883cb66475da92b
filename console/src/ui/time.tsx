import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { relativeTime, time, utc } from '../texts/format';
import { useTexts } from '../texts/use_texts';

/** Whether times around here have a day even if it is today: among facts, not in a row or along a line of time. */
export const DatedContext = createContext(false);

interface TimeProps {
  at: string;
  seconds?: boolean;
  /** `3 minutes ago`, kept up to date; the time itself is in the title. */
  relative?: boolean;
}

/** A moment in GMT+7; in UTC on focus, under the pointer, and for screen readers. */
export function Time({ at, seconds = false, relative = false }: TimeProps) {
  useTexts();
  const dated = useContext(DatedContext);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!relative) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const isNear = Math.abs(Date.now() - Date.parse(at)) < 120_000;
      timer = setTimeout(
        () => {
          tick((n) => n + 1);
          wait();
        },
        isNear ? 1000 : 30_000,
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [at, relative]);
  const title = relative ? `${time(at, { seconds: true, dated: true })} GMT+7 · ${utc(at)}` : utc(at);
  return (
    <time dateTime={at} title={title}>
      {relative ? relativeTime(at) : time(at, { seconds, dated })}
    </time>
  );
}
