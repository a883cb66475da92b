import { useEffect, useState } from 'preact/hooks';

/** The token is in the URL's fragment, which browsers never send. It is removed from the URL at once. */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** The token of the emailed link that opened this page, or of one opened later in the same tab. */
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
