import { ApiError } from '../api/errors';
import { Failure } from '../ui/failure';
import { Page, Placeholder } from '../ui/page';
import NotFoundPage from './not_found_page';

interface UnloadedPageProps {
  /** The list that the thing is in. */
  parent: { href: string; text: string };
  query: { error: unknown; isError: boolean; refetch: () => unknown };
}

/** The page of an object that is still loading, does not exist or could not be loaded. */
export function UnloadedPage({ parent, query: { error, isError, refetch } }: UnloadedPageProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={parent.text} heading="…" parent={parent}>
      {isError ? <Failure error={error} onRetry={() => void refetch()} /> : <Placeholder lines={12} />}
    </Page>
  );
}
