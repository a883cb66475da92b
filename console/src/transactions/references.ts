const size = 12;

/** A transfer text as it is searched for references: letters and digits only, without accents. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[đĐ]/g, 'D')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');

/** The references that a transfer text holds, each once. */
export function referencesIn(text: string): string[] {
  const found = folded(text).matchAll(/(?=(PF(?:SL|OD)[0-9A-Z]{8}))/g);
  return [...new Set([...found].map((match) => match[1]!))];
}

/** The part of a transfer text most similar to a reference, without the spaces inside. */
export function nearestIn(text: string, reference: string): string | undefined {
  const all = folded(text);
  let best: string | undefined;
  let fewest = size;
  for (let at = 0; at + size <= all.length; ++at) {
    const word = all.slice(at, at + size);
    const differences = [...word].filter((letter, place) => letter !== reference[place]).length;
    if (differences >= fewest) continue;
    best = word;
    fewest = differences;
  }
  return best;
}
