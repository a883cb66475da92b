import { useEffect, useState } from 'preact/hooks';

/** The token stands behind the `#`, which browsers send to nobody; it is taken out of the address at once. */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** The token of the mailed link by which this page was opened, or of another one that is opened in the same tab. */
export function useMailedToken(): string {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    const look = () => {
      const next = takeToken();
      if (next) setToken(next);
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return token;
}
