import { useLocation } from 'preact-iso/router';
import { betweenDays } from '../texts/format';

export interface Filters<Name extends string> {
  /** What is set; a filter that is not is left out. */
  values: Partial<Record<Name, string>>;
  /** An empty value takes the filter away. */
  set: (name: Name, value: string) => void;
  clear: () => void;
  isSet: boolean;
}

/** Filters are in the URL and nowhere else: they survive a reload, Back, a new tab and a shared link. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const { query, path, route } = useLocation();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) if (query[name]) values[name] = query[name];
  const go = (next: Record<string, string>) => {
    const search = new URLSearchParams(next).toString();
    route(search ? `${path}?${search}` : path);
  };
  return {
    values,
    isSet: Object.keys(values).length > 0,
    set: (name, value) => {
      const { [name]: _, ...others } = query as Record<string, string>;
      go(value ? { ...others, [name]: value } : others);
    },
    clear: () => go(Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name as Name)))),
  };
}

/**
 * Filters as the API takes them: its days are times, and their end is exclusive. The URL can contain anything; the
 * service rejects what it does not know by name.
 */
export const asQuery = ({ from, to, ...filters }: Partial<Record<string, string>>) =>
  ({ ...filters, ...betweenDays(from, to) }) as Record<string, string>;
