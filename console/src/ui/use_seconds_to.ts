import { useEffect, useState } from 'preact/hooks';

/** How many seconds are left until a moment, counted down; 0 behind it. */
export function useSecondsTo(at: string | null | undefined): number {
  const left = () => (at ? Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)) : 0);
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (!at) return undefined;
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
