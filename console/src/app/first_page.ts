/** What stands in a table of addresses for this one, of which `:` parts may be anything; of several, the first. */
export function entryAt<Entry>(table: Record<string, Entry>, path: string): Entry | undefined {
  const partsOf = (text: string) => text.split('/').filter(Boolean);
  const asked = partsOf(path);
  const fits = (pattern: string) => {
    const parts = partsOf(pattern);
    return parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at]);
  };
  return Object.entries(table).find(([pattern]) => fits(pattern))?.[1];
}
