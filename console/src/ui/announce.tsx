import { useEffect, useState } from 'preact/hooks';

interface Said {
  text: string;
  id: number;
}

let said: Said = { text: '', id: 0 };
const hearers = new Set<(said: Said) => void>();

/** Shows a short message for some seconds and announces it to screen readers. */
export function announce(text: string) {
  said = { text, id: said.id + 1 };
  for (const hear of hearers) hear(said);
}

/** The place of these messages; once on a page. */
export function Announcements() {
  const [shown, setShown] = useState<Said>({ text: '', id: 0 });
  useEffect(() => {
    hearers.add(setShown);
    return () => void hearers.delete(setShown);
  }, []);
  useEffect(() => {
    if (!shown.text) return undefined;
    const timer = setTimeout(() => setShown({ text: '', id: shown.id }), 5000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div class="toast" role="status" data-shown={shown.text ? true : undefined}>
      {shown.text}
    </div>
  );
}
