import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';

/** A bug of the console, or a chunk that cannot be loaded. */
export default function BrokenPage() {
  const { common } = useTexts();
  return (
    <Page title={common.broken}>
      <p class="lead">{common.broken_advice}</p>
      <Button kind="main" onClick={() => location.reload()}>
        {common.reload}
      </Button>
    </Page>
  );
}
