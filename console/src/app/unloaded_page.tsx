import { ApiError } from '../api/errors';
import { Failure } from '../ui/failure';
import { Page, Placeholder } from '../ui/page';
import NotFoundPage from './not_found_page';

interface UnloadedPageProps {
  /** The list that the thing is in. */
  parent: { href: string; text: string };
  query: { error: unknown; isError: boolean; refetch: () => unknown };
}

/** The page of one thing as long as it is not there: it is still loading, there is none, or asking for it has failed. */
export function UnloadedPage({ parent, query: { error, isError, refetch } }: UnloadedPageProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={parent.text} heading="…" parent={parent}>
      {isError ? <Failure error={error} onRetry={() => void refetch()} /> : <Placeholder lines={12} />}
    </Page>
  );
}
