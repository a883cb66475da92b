import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';
import { Button } from './button';
import { refusalText } from './form';
import { Icon } from './icon';

/** Something could not be loaded: a trace id for support, and a retry button. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const texts = useTexts();
  const traceId = error instanceof ApiError ? error.traceId : '';
  return (
    <div class="empty" role="alert">
      <span class="empty-icon bad">
        <Icon name="triangle-alert" />
      </span>
      <h2>{texts.common.list.failed}</h2>
      <p>{refusalText(texts, error)}</p>
      {traceId && <p class="trace">{texts.common.list.trace(traceId)}</p>}
      {onRetry && (
        <Button icon="rotate-cw" onClick={onRetry}>
          {texts.common.list.retry}
        </Button>
      )}
    </div>
  );
}
