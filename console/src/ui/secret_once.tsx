import { useTexts } from '../texts/use_texts';
import { Button } from './button';
import { CopyButton } from './copy_button';
import { Dialog } from './dialog';
import { Icon } from './icon';

interface Secret {
  name: string;
  value: string;
}

/** Secrets, shown only once. Only the button closes the dialog. */
export function SecretOnce({ title, secrets, onDone }: { title: string; secrets: Secret[]; onDone: () => void }) {
  const texts = useTexts();
  return (
    <Dialog title={title} needsAnswer>
      <p class="note warm">
        <Icon name="triangle-alert" />
        {texts.common.secret_once}
      </p>
      <dl class="secrets">
        {secrets.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton value={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="form-buttons">
        <Button kind="main" onClick={onDone}>
          {texts.common.secret_kept}
        </Button>
      </div>
    </Dialog>
  );
}
